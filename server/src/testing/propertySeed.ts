import * as fc from 'fast-check';

/** Equal in each run, so that a failure repeats. `npm run test:soak` chooses another one each time. */
const seed = Number(process.env['MAGPIE_TEST_SEED'] ?? 1);

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed });

/** Properties that fill an engine in each run take minutes: `npm run test:soak` runs them more often. */
export function enginePropertyRuns(runs: number): number {
  return process.env['MAGPIE_TEST_LANES'] === 'all' ? 5 * runs : runs;
}
