import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  resolve: {
    alias: {
      '@magpie/contract/roles': fileURLToPath(new URL('contract/src/roles.ts', import.meta.url)),
      '@magpie/client': fileURLToPath(new URL('client/src/index.ts', import.meta.url)),
      '@magpie/contract': fileURLToPath(new URL('contract/src/index.ts', import.meta.url)),
    },
  },
  test: {
    globalSetup: 'server/src/testing/globalSetup.ts',
    include: ['{contract,client,server,extension,dashboard,bench}/src/**/*.test.ts'],
    exclude: ['**/*.soak.test.ts'],
    // Engines are opened in the test process and cannot be shared between threads.
    pool: 'forks',
    maxWorkers: 2,
    // A process runs one file after the other, since loading the service anew for each would take minutes: what a test
    // changes of its process it puts back.
    isolate: false,
    // Not UTC, so that a slip shows. ClickHouse takes it from here when a process first opens it.
    env: { TZ: 'Asia/Tokyo' },
    testTimeout: 60_000,
    expect: { poll: { timeout: 10_000 } },
    hookTimeout: 60_000,
    reporters: ['default', ['json', { outputFile: 'node_modules/.cache/test-report.json' }]],
  },
});
