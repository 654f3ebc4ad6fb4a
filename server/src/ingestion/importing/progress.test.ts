import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type Progress, ProgressLine, type Screen, showProgress } from './progress.ts';

const megabyte = 1_000_000;

describe('ProgressLine', () => {
  it('has a bar, percentage, records, rate and remaining time', () => {
    const line = new ProgressLine();
    line.at(0, { bytes: 0, totalBytes: 100 * megabyte, records: 0 });
    expect(line.at(10_000, { bytes: 25 * megabyte, totalBytes: 100 * megabyte, records: 12_000 })).toBe(
      '[======                  ]  25%  12,000 read  1,200/s  30 s left',
    );
  });

  it('computes rate and remaining time from the last 30 seconds', () => {
    const line = new ProgressLine();
    line.at(0, { bytes: 0, totalBytes: 1000, records: 0 });
    line.at(60_000, { bytes: 100, totalBytes: 1000, records: 10 });
    expect(line.at(70_000, { bytes: 200, totalBytes: 1000, records: 110 })).toMatch(
      / 20% {2}110 read {2}10\/s {2}1 min 20 s left$/,
    );
  });

  it('shows only records and rate when the total is unknown', () => {
    const line = new ProgressLine();
    line.at(0, { bytes: 0, totalBytes: null, records: 0 });
    expect(line.at(2000, { bytes: 9, totalBytes: null, records: 4 })).toBe('4 read  2/s');
  });

  it('shows no remaining time before there is a rate, or after the last byte', () => {
    const line = new ProgressLine();
    expect(line.at(0, { bytes: 0, totalBytes: 10, records: 0 })).not.toContain('left');
    expect(line.at(500, { bytes: 10, totalBytes: 10, records: 1 })).not.toContain('left');
  });
});

describe('showProgress', () => {
  const clear = '\r\u001b[K';
  const written: string[] = [];
  const screen = (isTerminal: boolean): Screen => ({
    isTerminal,
    width: () => 40,
    write: (text) => void written.push(text),
  });
  const halfWay = (): Progress => ({ bytes: 1, totalBytes: 2, records: 3 });
  beforeEach(() => void written.splice(0));

  it('redraws one line on a terminal, truncated to its width, and clears it at the end', async () => {
    const shown = showProgress(screen(true), halfWay);
    await vi.waitFor(() => expect(written).not.toEqual([]), 60_000);
    shown.stop();
    expect(written[0]?.startsWith(`${clear}[============`)).toBe(true);
    expect(written[0]).toHaveLength(clear.length + 39);
    expect(written.at(-1)).toBe(clear);
  });

  it('writes nothing elsewhere for a short task', () => {
    showProgress(screen(false), halfWay).stop();
    expect(written).toEqual([]);
  });
});
