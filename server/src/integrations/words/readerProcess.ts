import os from 'node:os';
import { openRecognizer, type GrayPicture, type PictureLine } from './recognizer.ts';

/** What the process sends for each picture. */
export type ReaderReply = { readonly lines: readonly PictureLine[] } | { readonly error: string };

// Everything else on this machine goes first.
os.setPriority(os.constants.priority.PRIORITY_LOW);

const opening = openRecognizer();

process.on('message', (picture: GrayPicture) => {
  void opening.then((read): ReaderReply => ({ lines: read(picture) })).then(send, sendError);
});

function send(reply: ReaderReply): void {
  process.send?.(reply);
}

function sendError(error: unknown): void {
  send({ error: error instanceof Error ? error.message : String(error) });
}
