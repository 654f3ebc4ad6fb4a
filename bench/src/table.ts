import type { Round, Target } from './measure.ts';
import { baseline } from './targets.ts';

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] ?? Number.NaN) + (sorted[Math.ceil(middle)] ?? Number.NaN)) / 2;
}

export type Rounds = ReadonlyMap<string, readonly Round[]>;

/** One row per target, in Markdown. */
export function resultTable(targets: readonly Target[], rounds: Rounds): string {
  const bare = (rounds.get(baseline) ?? []).map(({ requestsPerSecond }) => requestsPerSecond);
  const rows = targets.map(({ name, aim }) => {
    const own = rounds.get(name) ?? [];
    const speeds = own.map(({ requestsPerSecond }) => requestsPerSecond);
    // Within one round, so that a machine that slows down in the middle of a run slows both sides.
    const ratio = median(speeds.map((speed, round) => speed / (bare[round] ?? Number.NaN)));
    const costs = own.flatMap(({ processorMicroseconds }) => processorMicroseconds ?? []);
    return [
      name,
      thousands(median(speeds)),
      `${thousands(Math.min(...speeds))}–${thousands(Math.max(...speeds))}`,
      percent(ratio),
      aim === undefined ? '' : `≥ ${percent(aim)}`,
      costs.length === 0 ? '–' : `${Math.round(median(costs))} µs`,
    ];
  });
  const titles = [
    'Target',
    'Requests/s',
    'Slowest–fastest round',
    'To bare Fastify',
    'Aim',
    'Server CPU a request',
  ];
  return markdown(titles, rows);
}

export function markdown(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = titles.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => pad(cell, widths[column] ?? 0, column)).join(' | ')} |`;
  const rule = widths.map((width, column) =>
    column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`,
  );
  return [line(titles), `| ${rule.join(' | ')} |`, ...rows.map(line)].join('\n');
}

function pad(cell: string, width: number, column: number): string {
  return column === 0 ? cell.padEnd(width) : cell.padStart(width);
}

export const thousands = (value: number): string => Math.round(value).toLocaleString('en-US');
export const percent = (share: number): string => `${Math.round(share * 100)} %`;
