import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type Progress, ProgressLine, type Screen, showProgress } from './progress.ts';

const megabyte = 1_000_000;

describe('the line that tells how far an import is', () => {
  it('has a bar, the share, the records, their rate and the time that is left', () => {
    const line = new ProgressLine();
    line.at(0, { bytes: 0, totalBytes: 100 * megabyte, records: 0 });
    expect(line.at(10_000, { bytes: 25 * megabyte, totalBytes: 100 * megabyte, records: 12_000 })).toBe(
      '[======                  ]  25%  12,000 read  1,200/s  30 s left',
    );
  });

  it('goes by the last half minute when it says how fast and how long', () => {
    const line = new ProgressLine();
    line.at(0, { bytes: 0, totalBytes: 1000, records: 0 });
    line.at(60_000, { bytes: 100, totalBytes: 1000, records: 10 });
    expect(line.at(70_000, { bytes: 200, totalBytes: 1000, records: 110 })).toMatch(
      / 20% {2}110 read {2}10\/s {2}1 min 20 s left$/,
    );
  });

  it('tells records and rate only when nobody knows how much there is', () => {
    const line = new ProgressLine();
    line.at(0, { bytes: 0, totalBytes: null, records: 0 });
    expect(line.at(2000, { bytes: 9, totalBytes: null, records: 4 })).toBe('4 read  2/s');
  });

  it('promises no end before it knows a rate, and none after the last byte', () => {
    const line = new ProgressLine();
    expect(line.at(0, { bytes: 0, totalBytes: 10, records: 0 })).not.toContain('left');
    expect(line.at(500, { bytes: 10, totalBytes: 10, records: 1 })).not.toContain('left');
  });
});

describe('where it is shown', () => {
  const clear = '\r\u001b[K';
  const written: string[] = [];
  const screen = (isTerminal: boolean): Screen => ({
    isTerminal,
    width: () => 40,
    write: (text) => void written.push(text),
  });
  const halfWay = (): Progress => ({ bytes: 1, totalBytes: 2, records: 3 });
  beforeEach(() => void written.splice(0));

  it('on a terminal it is drawn over itself, cut to its width, and cleared at the end', async () => {
    const shown = showProgress(screen(true), halfWay);
    await vi.waitFor(() => expect(written).not.toEqual([]), 60_000);
    shown.stop();
    expect(written[0]?.startsWith(`${clear}[============`)).toBe(true);
    expect(written[0]).toHaveLength(clear.length + 39);
    expect(written.at(-1)).toBe(clear);
  });

  it('elsewhere nothing is written for what takes no time', () => {
    showProgress(screen(false), halfWay).stop();
    expect(written).toEqual([]);
  });
});
