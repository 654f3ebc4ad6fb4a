import { useColors } from '../config/log.ts';
import { type Screen, formatBar } from '../ingestion/importing/progress.ts';

export interface Step {
  readonly doing: string;
  readonly done: string;
  /** From 0 to 1, if it can be measured. */
  readonly fraction?: () => number;
}

/** The steps of a start: live lines on a terminal, one plain line per event in a pipe. */
export interface StartDisplay {
  readonly isTerminal: boolean;
  /** Shows the step until its work ends. */
  track<Result>(step: Step, work: Promise<Result>): Promise<Result>;
  /** Prints what users need; steps that end later leave no line behind it. */
  printLast(text: string): void;
  /** Runs a write to the same terminal without mixing it into the live lines. */
  around(write: () => void): void;
  /** Removes the live lines. */
  close(): void;
}

const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
const frameMilliseconds = 100;

interface LiveStep extends Step {
  readonly startedAt: number;
}

export function createStartDisplay(
  screen: Screen,
  now: () => number = () => performance.now(),
): StartDisplay {
  const { isTerminal } = screen;
  const live = new Set<LiveStep>();
  let drawnLines = 0;
  let isLastPrinted = false;
  let timer: NodeJS.Timeout | undefined;

  const clear = (): void => {
    if (drawnLines > 0) screen.write(`\r${drawnLines > 1 ? `\u001b[${drawnLines - 1}A` : ''}\u001b[J`);
    drawnLines = 0;
  };
  const draw = (): void => {
    clear();
    if (!isTerminal || live.size === 0) return;
    const frame = frames[Math.floor(now() / frameMilliseconds) % frames.length] ?? '';
    // One character less: some terminals wrap after the last column.
    const lines = [...live].map((step) => formatLive(frame, step, now()).slice(0, screen.width() - 1));
    screen.write(lines.join('\n'));
    drawnLines = lines.length;
  };
  const around = (write: () => void): void => {
    clear();
    write();
    draw();
  };
  const stopTimer = (): void => {
    clearInterval(timer);
    timer = undefined;
  };
  const begin = (step: LiveStep): void => {
    live.add(step);
    if (isTerminal) {
      timer ??= setInterval(draw, frameMilliseconds).unref();
      draw();
    } else if (!isLastPrinted) {
      screen.write(`${step.doing}…\n`);
    }
  };
  const end = (step: LiveStep, isDone: boolean): void => {
    live.delete(step);
    if (live.size === 0) stopTimer();
    around(() => {
      if (!isLastPrinted && isDone) screen.write(formatDone(step, now(), isTerminal));
    });
  };
  return {
    isTerminal,
    around,
    async track(step, work) {
      const started = { ...step, startedAt: now() };
      begin(started);
      try {
        const result = await work;
        end(started, true);
        return result;
      } catch (error) {
        end(started, false);
        throw error;
      }
    },
    printLast(text) {
      isLastPrinted = true;
      around(() => screen.write(`${text}\n`));
    },
    close() {
      stopTimer();
      live.clear();
      clear();
    },
  };
}

function formatLive(frame: string, { doing, fraction, startedAt }: LiveStep, now: number): string {
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
