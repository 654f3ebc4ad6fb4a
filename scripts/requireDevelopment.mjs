// Fails with one sentence when the packages for tests, checks, benchmarks and the extension are not installed.
import { existsSync } from 'node:fs';

const missing = ['oxlint', 'vitest', '@playwright/test', 'wxt', '@duckdb/node-api'].filter(
  (name) => !existsSync(new URL(`../node_modules/${name}/package.json`, import.meta.url)),
);
if (missing.length > 0) {
  console.error(`Development packages are missing (${missing.join(', ')}); run npm run setup:dev first.`);
  process.exit(1);
}
