import { useRef, useState } from 'react';
import { api, queryClient } from '../../../api/client.ts';
import { refusalOf } from './refusal.ts';
import { type PictureFacts, sendPicture } from './sendPicture.ts';

/** One picture on its way: how much of it is sent, or why it was refused. */
export interface Upload {
  readonly id: number;
  readonly file: File;
  readonly facts: PictureFacts;
  readonly sent: number;
  readonly refusal: string | null;
}

/** Sends pictures one after the other; those that are taken leave the list, those that are refused stay with the reason. */
export function useUploads() {
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const lastId = useRef(0);
  const queue = useRef(Promise.resolve());
  const change = (id: number, part: Partial<Upload>): void =>
    setUploads((before) => before.map((one) => (one.id === id ? { ...one, ...part } : one)));
  const drop = (id: number): void => setUploads((before) => before.filter((one) => one.id !== id));

  const send = async ({ id, file, facts }: Upload): Promise<void> => {
    try {
      await sendPicture(file, facts, (sent) => change(id, { sent }));
      await queryClient.invalidateQueries(api.brandImages.pathFilter());
      drop(id);
    } catch (error) {
      change(id, { refusal: error instanceof Error ? error.message : 'This did not work. Try again.' });
    }
  };
  const enqueue = (upload: Upload): void => {
    queue.current = queue.current.then(() => send(upload));
  };

  return {
    uploads,
    drop,
    add: (files: readonly File[], facts: PictureFacts): void => {
      const added = files.map((file): Upload => {
        lastId.current += 1;
        return { id: lastId.current, file, facts, sent: 0, refusal: refusalOf(file) };
      });
      setUploads((before) => [...before, ...added]);
      for (const upload of added) if (upload.refusal === null) enqueue(upload);
    },
    again: (upload: Upload): void => {
      change(upload.id, { sent: 0, refusal: null });
      enqueue(upload);
    },
  };
}
