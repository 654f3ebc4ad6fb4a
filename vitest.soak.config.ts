import { defineConfig, mergeConfig } from 'vitest/config';
import base from './vitest.config.ts';

/** Tests that take long: SIGKILLs, full disks, races, and evaluations that index or draw what they measure. */
export default mergeConfig(
  { ...base, test: { ...base.test, include: [], exclude: [] } },
  defineConfig({
    test: {
      include: ['{server,evals}/src/**/*.soak.test.ts'],
      testTimeout: 600_000,
      hookTimeout: 120_000,
      maxWorkers: 1,
    },
  }),
);
