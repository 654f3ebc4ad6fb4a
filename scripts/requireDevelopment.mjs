// Fails with one sentence when the packages for tests, checks, benchmarks and the extension are not installed.
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const missing = ['oxlint', 'vitest', '@playwright/test', 'wxt', '@duckdb/node-api'].filter((name) => {
  try {
    require.resolve(`${name}/package.json`);
    return false;
  } catch {
    return true;
  }
});
if (missing.length > 0) {
  console.error(`Development packages are missing (${missing.join(', ')}); run npm run setup:dev first.`);
  process.exit(1);
}
