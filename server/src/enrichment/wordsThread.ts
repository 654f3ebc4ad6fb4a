import { existsSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { analyzeInProcess, type AnalyzeTexts, type TextAnalysis, type AdTexts } from './words.ts';

/** The language tables take 200 MB, so the thread ends when idle. */
const idleMilliseconds = 20_000;

type ThreadResponse = { readonly number: number } & (
  | { readonly analyses: readonly TextAnalysis[] }
  | { readonly error: unknown }
);

interface PendingRequest {
  readonly resolve: (analyses: readonly TextAnalysis[]) => void;
  readonly reject: (error: unknown) => void;
}

/** Exists in the build only; tests run from sources without it. */
const workerFile = new URL('wordsWorker.js', import.meta.url);

/** Uses another thread, since analysis takes a third of an import's CPU time. */
export function createTextAnalyzer(): AnalyzeTexts {
  return existsSync(workerFile) ? new AnalysisThread().read : analyzeInProcess;
}

class AnalysisThread {
  #worker: Worker | undefined;
  #requestCount = 0;
  readonly #pending = new Map<number, PendingRequest>();
  #idle: NodeJS.Timeout | undefined;

  readonly read: AnalyzeTexts = (ads) => {
    clearTimeout(this.#idle);
    const worker = (this.#worker ??= this.#start());
    // Keeps the process alive while a request is pending.
    worker.ref();
    this.#requestCount += 1;
    const number = this.#requestCount;
    return new Promise((resolve, reject) => {
      this.#pending.set(number, { resolve, reject });
      worker.postMessage({ number, ads: ads.map(pickTexts) });
    });
  };

  #start(): Worker {
    const worker = new Worker(workerFile, { execArgv: [], resourceLimits: { maxYoungGenerationSizeMb: 32 } });
    worker.on('message', (response: ThreadResponse) => this.#settle(response));
    worker.on('error', (error) => this.#handleExit(worker, error));
    worker.on('exit', () => this.#handleExit(worker, new Error('The text analysis thread has ended.')));
    return worker;
  }

  #settle(response: ThreadResponse): void {
    const request = this.#pending.get(response.number);
    this.#pending.delete(response.number);
    if ('analyses' in response) request?.resolve(response.analyses);
    else request?.reject(response.error);
    if (this.#pending.size > 0) return;
    this.#worker?.unref();
    this.#idle = setTimeout(() => this.#terminateIdle(), idleMilliseconds).unref();
  }

  /** Cleared first, so that a request during termination starts a new thread. */
  #terminateIdle(): void {
    const worker = this.#worker;
    this.#worker = undefined;
    void worker?.terminate();
  }

  /** The next request starts a new thread. */
  #handleExit(worker: Worker, error: unknown): void {
    if (this.#worker !== worker) return;
    this.#worker = undefined;
    for (const { reject } of this.#pending.values()) reject(error);
    this.#pending.clear();
  }
}

/** Copies only what the thread needs. */
function pickTexts({ language, headlines, bodies, description, ctaText, cards }: AdTexts): AdTexts {
  return {
    language,
    headlines,
    bodies,
    description,
    ctaText,
    cards: cards.map(({ headline, body, description: more }) => ({ headline, body, description: more })),
  };
}
