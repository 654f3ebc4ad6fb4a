import { existsSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { readHere, type ReadWords, type Said, type Words } from './words.ts';

/** The tables that reading needs take 200 MB, which are given back when nothing was read for so long. */
const idleMilliseconds = 20_000;

type Answer = { readonly number: number } & (
  | { readonly said: readonly Said[] }
  | { readonly error: unknown }
);

interface Question {
  readonly resolve: (said: readonly Said[]) => void;
  readonly reject: (error: unknown) => void;
}

/** Built beside this file; where the sources themselves are run, as by tests, there is none. */
const program = new URL('wordsWorker.js', import.meta.url);

/** Reads in another thread, since reading takes a third of an import and the cores are several. */
export function readInThread(): ReadWords {
  return existsSync(program) ? new ReadingThread().read : readHere;
}

class ReadingThread {
  #worker: Worker | undefined;
  #asked = 0;
  readonly #questions = new Map<number, Question>();
  #idle: NodeJS.Timeout | undefined;

  readonly read: ReadWords = (ads) => {
    clearTimeout(this.#idle);
    const worker = (this.#worker ??= this.#start());
    // While it owes an answer the process stays.
    worker.ref();
    this.#asked += 1;
    const number = this.#asked;
    return new Promise((resolve, reject) => {
      this.#questions.set(number, { resolve, reject });
      worker.postMessage({ number, ads: ads.map(wordsAlone) });
    });
  };

  #start(): Worker {
    const worker = new Worker(program, { execArgv: [], resourceLimits: { maxYoungGenerationSizeMb: 32 } });
    worker.on('message', (answer: Answer) => this.#settle(answer));
    worker.on('error', (error) => this.#lose(worker, error));
    worker.on('exit', () => this.#lose(worker, new Error('The thread that reads ads has ended.')));
    return worker;
  }

  #settle(answer: Answer): void {
    const question = this.#questions.get(answer.number);
    this.#questions.delete(answer.number);
    if ('said' in answer) question?.resolve(answer.said);
    else question?.reject(answer.error);
    if (this.#questions.size > 0) return;
    this.#worker?.unref();
    this.#idle = setTimeout(() => this.#giveUp(), idleMilliseconds).unref();
  }

  /** Forgotten before it ends, so that a question that comes meanwhile starts another. */
  #giveUp(): void {
    const worker = this.#worker;
    this.#worker = undefined;
    void worker?.terminate();
  }

  /** The next question starts another. */
  #lose(worker: Worker, error: unknown): void {
    if (this.#worker !== worker) return;
    this.#worker = undefined;
    for (const { reject } of this.#questions.values()) reject(error);
    this.#questions.clear();
  }
}

/** Nothing else of an ad is copied from thread to thread. */
function wordsAlone({ language, headlines, bodies, description, ctaText, cards }: Words): Words {
  return {
    language,
    headlines,
    bodies,
    description,
    ctaText,
    cards: cards.map(({ headline, body, description: more }) => ({ headline, body, description: more })),
  };
}
