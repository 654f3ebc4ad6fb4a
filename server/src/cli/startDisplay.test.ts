import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { StartDisplay } from './startDisplay.ts';

beforeEach(() => {
  vi.stubEnv('NO_COLOR', '1');
  vi.useFakeTimers();
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.useRealTimers();
});

const clearOne = '\r\u001b[J';

function createScreen(isTerminal: boolean, width = 80) {
  const written: string[] = [];
  const screen = { isTerminal, width: () => width, write: (text: string) => void written.push(text) };
  return { screen, written };
}

const dashboard = { doing: 'Building the dashboard', done: 'Built the dashboard' };

it('prints plain lines in a pipe, and nothing after the last text', async () => {
  const { screen, written } = createScreen(false);
  let now = 0;
  const display = new StartDisplay(screen, () => now);
  const tracked = display.track(dashboard, Promise.resolve('files'));
  now = 1234;
  expect(await tracked).toBe('files');
  display.printLast('Magpie is ready.');
  await display.track({ doing: 'Loading demo ads', done: 'Loaded demo ads' }, Promise.resolve());
  expect(written).toEqual([
    'Building the dashboard…\n',
    'Built the dashboard (1.2 s)\n',
    'Magpie is ready.\n',
  ]);
});

it('draws live lines on a terminal, which other output does not break', async () => {
  const { screen, written } = createScreen(true);
  let now = 0;
  const display = new StartDisplay(screen, () => now);
  let finish: () => void = () => undefined;
  const tracked = display.track(dashboard, new Promise<void>((resolve) => (finish = resolve)));
  expect(written.splice(0)).toEqual(['⠋ Building the dashboard  0.0 s']);
  now = 100;
  vi.advanceTimersByTime(100);
  expect(written.splice(0)).toEqual([clearOne, '⠙ Building the dashboard  0.1 s']);
  display.around(() => screen.write('a log line\n'));
  expect(written.splice(0)).toEqual([clearOne, 'a log line\n', '⠙ Building the dashboard  0.1 s']);
  finish();
  await tracked;
  expect(written.splice(0)).toEqual([clearOne, '✓ Built the dashboard  0.1 s\n']);
  vi.advanceTimersByTime(1000);
  expect(written).toEqual([]);
});

it('shows a bar below the last text, and removes it when the step ends', async () => {
  const { screen, written } = createScreen(true);
  const display = new StartDisplay(screen, () => 0);
  display.printLast('  Sign in    http://127.0.0.1:3000/sign-in/x');
  let loaded = 0;
  let finish: () => void = () => undefined;
  const step = { doing: 'Loading 20,000 demo ads', done: 'Loaded demo ads', fraction: () => loaded };
  const tracked = display.track(step, new Promise<void>((resolve) => (finish = resolve)));
  loaded = 0.4;
  vi.advanceTimersByTime(100);
  expect(written.at(-1)).toBe('⠋ Loading 20,000 demo ads  [==========              ]  40 %');
  finish();
  await tracked;
  expect(written.at(-1)).toBe(clearOne);
});

it('cuts lines at the width of the terminal, and clears several', async () => {
  const { screen, written } = createScreen(true, 12);
  const display = new StartDisplay(screen, () => 0);
  const never = new Promise<void>(() => undefined);
  void display.track({ doing: 'Starting PostgreSQL', done: '' }, never);
  void display.track({ doing: 'Starting ClickHouse', done: '' }, never);
  expect(written.at(-1)).toBe('⠋ Starting \n⠋ Starting ');
  display.close();
  expect(written.at(-1)).toBe('\r\u001b[1A\u001b[J');
});

it('leaves no line for a step that failed', async () => {
  const { screen, written } = createScreen(true);
  const display = new StartDisplay(screen, () => 0);
  await expect(display.track(dashboard, Promise.reject(new Error('no room')))).rejects.toThrow('no room');
  expect(written.at(-1)).toBe(clearOne);
});
