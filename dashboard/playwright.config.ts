import { defineConfig } from '@playwright/test';

/** The journeys of people through the dashboard and with the extension, in a real browser, on the real server with demo ads. */
export default defineConfig({
  outputDir: '../node_modules/.cache/journeys',
  globalSetup: './journeys/magpie.ts',
  // They share the machine with the server, its engines and a browser each.
  workers: 2,
  timeout: 240_000,
  expect: { timeout: 60_000 },
  forbidOnly: true,
  // A browser on a machine that is full may miss a click. What fails twice is broken; what fails once is told.
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
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    viewport: { width: 1440, height: 900 },
    launchOptions: {
      executablePath: process.env.MAGPIE_CHROMIUM ?? '/usr/bin/chromium',
      // Only for pages of our own; as root, Chromium has no sandbox.
      args: [
        '--no-sandbox',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
    permissions: ['clipboard-read', 'clipboard-write'],
    screenshot: 'only-on-failure',
    // Without its moving pictures, which cost more than all else.
    trace: { mode: 'retain-on-failure', screenshots: false },
  },
});
