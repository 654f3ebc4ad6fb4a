import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { api } from '../../../lib/api/client.ts';
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
  const change = (id: number, part: Partial<Upload>): void =>
    setUploads((before) => before.map((one) => (one.id === id ? { ...one, ...part } : one)));
  const dismiss = (id: number): void => setUploads((before) => before.filter((one) => one.id !== id));

  const { mutate: send } = useMutation({
    mutationFn: ({ id, file, facts }: Upload) => uploadImage(file, facts, (sent) => change(id, { sent })),
    onSuccess: (_, { id }) => dismiss(id),
    onError: (error, { id }) => change(id, { error: error.message }),
    // Mutations of one scope run one after the other.
    scope: { id: 'uploads' },
    meta: { invalidates: [api.brandImages.pathFilter()] },
  });

  return {
    uploads,
    dismiss,
    add: (files: readonly File[], facts: ImageFacts): void => {
      const added = files.map((file): Upload => {
        lastId.current += 1;
        return { id: lastId.current, file, facts, sent: 0, error: uploadError(file) };
      });
      setUploads((before) => [...before, ...added]);
      for (const upload of added) if (upload.error === null) send(upload);
    },
    retry: (upload: Upload): void => {
      change(upload.id, { sent: 0, error: null });
      send(upload);
    },
  };
}
