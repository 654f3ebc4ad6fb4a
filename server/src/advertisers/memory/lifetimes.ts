import { listLibraries } from '../../ads/coverage.ts';
import { dayOfTime, observeRun, toDaysKind } from '../../ads/run.ts';
import type { Lifetimes } from '../../ads/survival.ts';
import type { AdLifetimes, AdRun } from '../selectedAds.ts';
import { hashAt } from './adColumns.ts';
import type { Selection } from './selection.ts';
import { readCoverage } from './stats.ts';

export function readLifetimes(selection: Selection): AdLifetimes {
  const groups = new Map<string, { run: Omit<Lifetimes, 'ads'>; ads: number }>();
  let unknown = 0;
  for (const row of selection.rows) {
    const run = observeRow(selection, row);
    if (run === null) {
      unknown += 1;
      continue;
    }
    const key = `${run.from} ${run.to} ${run.hasEnded}`;
    const group = groups.get(key) ?? { run, ads: 0 };
    groups.set(key, group);
    group.ads += 1;
  }
  return {
    observed: Array.from(groups.values(), ({ run, ads }) => ({ ...run, ads })),
    unknown,
    libraries: listLibraries(readCoverage(selection)),
  };
}

export function readRun(selection: Selection, hash: string): AdRun | undefined {
  const row = selection.rows.find((each) => hashAt(selection.columns, each) === hash);
  if (row === undefined) return undefined;
  const { daysRunning, areDaysExact, isActive } = selection;
  return {
    daysRunning: daysRunning(row),
    daysRunningKind: toDaysKind(areDaysExact(row)),
    isActive: isActive(row),
    observed: observeRow(selection, row),
  };
}

export function observeRow({ columns, today, readRun: read }: Selection, row: number) {
  return observeRun(today, {
    ...read(row),
    firstSeenDay: dayOfTime(columns.firstSeen[row] ?? 0),
  });
}
