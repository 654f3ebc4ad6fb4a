import { useRef, useState } from 'react';
import { api, queryClient } from '../../../lib/api/client.ts';
import { uploadError } from './uploadError.ts';
import { type ImageFacts, uploadImage } from './uploadImage.ts';

/** One upload: the sent share, or its error. */
export interface Upload {
  readonly id: number;
  readonly file: File;
  readonly facts: ImageFacts;
  readonly sent: number;
  readonly error: string | null;
}

/** Uploads images one after the other; completed ones leave the list, failed ones stay with their error. */
export function useUploads() {
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const lastId = useRef(0);
  const queue = useRef(Promise.resolve());
  const change = (id: number, part: Partial<Upload>): void =>
    setUploads((before) => before.map((one) => (one.id === id ? { ...one, ...part } : one)));
  const dismiss = (id: number): void => setUploads((before) => before.filter((one) => one.id !== id));

  const send = async ({ id, file, facts }: Upload): Promise<void> => {
    try {
      await uploadImage(file, facts, (sent) => change(id, { sent }));
      await queryClient.invalidateQueries(api.brandImages.pathFilter());
      dismiss(id);
    } catch (error) {
      change(id, { error: error instanceof Error ? error.message : 'Something went wrong. Try again.' });
    }
  };
  const enqueue = (upload: Upload): void => {
    queue.current = queue.current.then(() => send(upload));
  };

  return {
    uploads,
    dismiss,
    add: (files: readonly File[], facts: ImageFacts): void => {
      const added = files.map((file): Upload => {
        lastId.current += 1;
        return { id: lastId.current, file, facts, sent: 0, error: uploadError(file) };
      });
      setUploads((before) => [...before, ...added]);
      for (const upload of added) if (upload.error === null) enqueue(upload);
    },
    retry: (upload: Upload): void => {
      change(upload.id, { sent: 0, error: null });
      enqueue(upload);
    },
  };
}
