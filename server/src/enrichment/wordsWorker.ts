import { parentPort } from 'node:worker_threads';
import { readHere, type Words } from './words.ts';

/** The thread that reads: a question is a list of ads, its answer what each of them says. */
parentPort?.on('message', ({ number, ads }: { number: number; ads: readonly Words[] }) => {
  readHere(ads).then(
    (said) => parentPort?.postMessage({ number, said }),
    (error: unknown) => parentPort?.postMessage({ number, error }),
  );
});
