import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const here = fileURLToPath(new URL('.', import.meta.url));

export default defineConfig({
  resolve: {
    alias: [
      { find: /^@magpie\/(contract|client)$/, replacement: `${here}$1/src/index.ts` },
      { find: /^@magpie\/(contract|sources|demo|server)\/(.+)$/, replacement: `${here}$1/src/$2.ts` },
    ],
  },
  test: {
    globalSetup: 'server/src/testing/globalSetup.ts',
    setupFiles: ['server/src/testing/preparedStatements.ts', 'server/src/testing/propertySeed.ts'],
    include: ['{contract,client,sources,demo,evals,server,extension,dashboard,bench}/src/**/*.test.ts'],
    exclude: ['**/*.soak.test.ts'],
    // Engines are opened in the test process and cannot be shared between threads.
    pool: 'forks',
    maxWorkers: 2,
    // A process runs one file after the other, since loading the service anew for each would take minutes: what a test
    // changes of its process it puts back.
    isolate: false,
    // Not UTC, so that a slip shows. ClickHouse takes it from here when a process first opens it.
    env: { TZ: 'Asia/Tokyo' },
    testTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    hookTimeout: 300_000,
    reporters: ['default', ['json', { outputFile: 'node_modules/.cache/test-report.json' }]],
  },
});
