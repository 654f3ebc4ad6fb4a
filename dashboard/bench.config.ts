import { defineConfig } from '@playwright/test';
import journeys from './playwright.config.ts';

/** Measurements of the dashboard: `npm run bench:dashboard`. */
export default defineConfig({
  ...journeys,
  workers: 1,
  retries: 0,
  timeout: 600_000,
  use: { ...journeys.use, actionTimeout: 20_000 },
  reporter: 'line',
  projects: [{ name: 'bench', testDir: 'journeys', testMatch: '*.bench.ts' }],
});
