import { useColors } from '../config/config.ts';
import { formatBar, type Screen } from '../ingestion/importing/progress.ts';

export interface Step {
  readonly doing: string;
  readonly done: string;
  /** From 0 to 1, if it can be measured. */
  readonly fraction?: () => number;
}

interface LiveStep extends Step {
  readonly startedAt: number;
}

const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
const frameMilliseconds = 100;

/** Shows the steps of a start: live lines on a terminal, one plain line per event in a pipe. */
export class StartDisplay {
  readonly isTerminal: boolean;
  readonly #screen: Screen;
  readonly #now: () => number;
  readonly #live = new Set<LiveStep>();
  #drawnLines = 0;
  #isLastPrinted = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(screen: Screen, now: () => number = () => performance.now()) {
    this.#screen = screen;
    this.#now = now;
    this.isTerminal = screen.isTerminal;
  }

  /** Shows the step until its work ends. */
  async track<Result>(step: Step, work: Promise<Result>): Promise<Result> {
    const live = { ...step, startedAt: this.#now() };
    this.#begin(live);
    try {
      const result = await work;
      this.#end(live, formatDone(live, this.#now(), this.isTerminal));
      return result;
    } catch (error) {
      this.#end(live, '');
      throw error;
    }
  }

  /** The steps in progress. */
  readonly steps = (): readonly string[] => [...this.#live].map(({ doing }) => doing);

  /** Prints what users need; steps that end later leave no line behind it. */
  printLast(text: string): void {
    this.#isLastPrinted = true;
    this.around(() => this.#screen.write(`${text}\n`));
  }

  /** Runs a write to the same terminal without mixing it into the live lines. */
  readonly around = (write: () => void): void => {
    this.#clear();
    write();
    this.#draw();
  };

  /** Removes the live lines. */
  close(): void {
    clearInterval(this.#timer);
    this.#live.clear();
    this.#clear();
  }

  #begin(step: LiveStep): void {
    this.#live.add(step);
    if (this.isTerminal) {
      if (this.#live.size === 1) this.#timer = setInterval(() => this.#draw(), frameMilliseconds).unref();
      this.#draw();
    } else if (!this.#isLastPrinted) {
      this.#screen.write(`${step.doing}…\n`);
    }
  }

  #end(step: LiveStep, line: string): void {
    this.#live.delete(step);
    if (this.#live.size === 0) clearInterval(this.#timer);
    this.around(() => {
      if (!this.#isLastPrinted && line !== '') this.#screen.write(line);
    });
  }

  #draw(): void {
    this.#clear();
    if (!this.isTerminal || this.#live.size === 0) return;
    const now = this.#now();
    // One character less: some terminals wrap after the last column.
    const width = this.#screen.width() - 1;
    const lines = [...this.#live].map((step) => formatLive(step, now).slice(0, width));
    this.#screen.write(lines.join('\n'));
    this.#drawnLines = lines.length;
  }

  #clear(): void {
    if (this.#drawnLines === 0) return;
    const up = this.#drawnLines > 1 ? `\u001b[${this.#drawnLines - 1}A` : '';
    this.#screen.write(`\r${up}\u001b[J`);
    this.#drawnLines = 0;
  }
}

function formatLive({ doing, fraction, startedAt }: LiveStep, now: number): string {
  const frame = frames[Math.floor(now / frameMilliseconds) % frames.length] ?? '';
  const done = fraction?.();
  if (done === undefined) return `${frame} ${doing}  ${formatSeconds(now - startedAt)}`;
  return `${frame} ${doing}  ${formatBar(done)}  ${Math.floor(done * 100)} %`;
}

function formatDone({ done, startedAt }: LiveStep, now: number, isTerminal: boolean): string {
  const time = formatSeconds(now - startedAt);
  if (!isTerminal) return `${done} (${time})\n`;
  return useColors(true) ? `\u001b[32m✓\u001b[39m ${done}  ${time}\n` : `✓ ${done}  ${time}\n`;
}

function formatSeconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}
