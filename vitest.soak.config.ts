import { defineConfig, mergeConfig } from 'vitest/config';
import base from './vitest.config.ts';

/** The long ones: repeated SIGKILLs and races that take minutes. */
export default mergeConfig(
  { ...base, test: { ...base.test, include: [], exclude: [] } },
  defineConfig({
    test: {
      include: ['server/src/**/*.soak.test.ts'],
      testTimeout: 600_000,
      hookTimeout: 120_000,
      maxWorkers: 1,
    },
  }),
);
