import { defineConfig } from '@playwright/test';

const locale = 'en-GB';
// The texts that journeys import from the dashboard format numbers and dates as the browser does.
Object.defineProperty(globalThis, 'navigator', { value: { language: locale }, configurable: true });

/** End-to-end tests of the dashboard and the extension, in a real browser, on a real server with demo ads. */
export default defineConfig({
  outputDir: '../node_modules/.cache/journeys',
  globalSetup: './journeys/magpie.ts',
  // Each worker shares the machine with the server, its databases and a browser.
  workers: 2,
  timeout: 240_000,
  expect: { timeout: 60_000 },
  forbidOnly: true,
  // A browser on a busy machine may miss a click. A test that fails once is reported as flaky.
  retries: 1,
  reporter: [['list'], ['json', { outputFile: '../node_modules/.cache/journeys-report.json' }]],
  projects: [
    { name: 'dashboard', testDir: 'journeys' },
    {
      name: 'extension',
      testDir: '../extension/journeys',
      dependencies: ['extension built'],
      timeout: 300_000,
    },
    { name: 'extension built', testDir: '../extension/journeys', testMatch: '*.setup.ts' },
  ],
  use: {
    browserName: 'chromium',
    locale,
    timezoneId: 'Europe/Berlin',
    viewport: { width: 1440, height: 900 },
    launchOptions: {
      executablePath: process.env.MAGPIE_CHROMIUM ?? '/usr/bin/chromium',
      // Only our own pages are opened; under root, Chromium has no sandbox.
      args: [
        '--no-sandbox',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
    permissions: ['clipboard-read', 'clipboard-write'],
    screenshot: 'only-on-failure',
    // Without screenshots, which cost more than everything else.
    trace: { mode: 'retain-on-failure', screenshots: false },
  },
});
