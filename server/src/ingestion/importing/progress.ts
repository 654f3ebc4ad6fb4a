export interface Progress {
  /** Bytes of the inputs as stored on disk. */
  readonly bytes: number;
  /** Null if unknown, as for standard input. */
  readonly totalBytes: number | null;
  readonly records: number;
}

export interface Screen {
  readonly isTerminal: boolean;
  width(): number;
  write(text: string): void;
}

/** A shorter window makes the rate jump, a longer one makes it stale. */
const rateOverMilliseconds = 30_000;
const barCharacters = 24;

export class ProgressLine {
  #samples: (Progress & { readonly at: number })[] = [];

  /** @param now milliseconds of a monotonic clock */
  at(now: number, progress: Progress): string {
    this.#samples.push({ at: now, ...progress });
    this.#samples = this.#samples.filter(({ at }) => now - at <= rateOverMilliseconds);
    const { bytes, totalBytes, records } = progress;
    const words = [`${formatCount(records)} read`, `${formatCount(this.#perSecond('records'))}/s`];
    if (totalBytes === null || totalBytes === 0) return words.join('  ');
    const done = Math.min(1, bytes / totalBytes);
    const left = this.#secondsLeft(totalBytes - bytes);
    return [formatBar(done), `${Math.floor(done * 100)}%`, ...words, ...(left === null ? [] : [left])].join(
      '  ',
    );
  }

  #perSecond(what: 'bytes' | 'records'): number {
    const [first, last] = [this.#samples.at(0), this.#samples.at(-1)];
    if (first === undefined || last === undefined || last.at === first.at) return 0;
    return ((last[what] - first[what]) / (last.at - first.at)) * 1000;
  }

  #secondsLeft(bytes: number): string | null {
    const rate = this.#perSecond('bytes');
    return rate === 0 || bytes <= 0 ? null : `${duration(bytes / rate)} left`;
  }
}

export function formatBar(done: number): string {
  const full = Math.round(done * barCharacters);
  return `[${'='.repeat(full)}${' '.repeat(barCharacters - full)}]`;
}

export function formatCount(number: number): string {
  return Math.round(number).toLocaleString('en-US');
}

function duration(seconds: number): string {
  const rounded = Math.ceil(seconds);
  if (rounded < 60) return `${rounded} s`;
  if (rounded < 3600) return `${Math.floor(rounded / 60)} min ${rounded % 60} s`;
  return `${Math.floor(rounded / 3600)} h ${Math.floor((rounded % 3600) / 60)} min`;
}

const terminalEveryMilliseconds = 200;
const plainEveryMilliseconds = 5000;
const clearLine = '\r\u001b[K';

export function showProgress(screen: Screen, read: () => Progress) {
  const line = new ProgressLine();
  line.at(performance.now(), read());
  const draw = (): void => {
    const text = line.at(performance.now(), read());
    // One character less: some terminals wrap after the last column.
    screen.write(screen.isTerminal ? `${clearLine}${text.slice(0, screen.width() - 1)}` : `${text}\n`);
  };
  /** Removes the bar until it is drawn again, so that something else can be printed. */
  const clear = (): void => void (screen.isTerminal && screen.write(clearLine));
  const timer = setInterval(draw, screen.isTerminal ? terminalEveryMilliseconds : plainEveryMilliseconds);
  return {
    clear,
    stop: (): void => {
      clearInterval(timer);
      clear();
    },
  };
}
