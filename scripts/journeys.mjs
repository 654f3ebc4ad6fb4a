// Runs the journeys through the dashboard and with the extension where there is a browser; says so plainly where there is none.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const folders = (process.env.PATH ?? '').split(path.delimiter);
const candidates = [
  process.env.MAGPIE_CHROMIUM ?? '',
  ...names.flatMap((name) => folders.map((folder) => path.join(folder, name))),
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];
const browser = candidates.find((file) => file !== '' && existsSync(file));

if (browser === undefined) {
  const required = (process.env.MAGPIE_REQUIRE_LANES ?? '').split(',').includes('chromium');
  console.log(
    `There is no Chromium here, so the journeys are not run${required ? ', and MAGPIE_REQUIRE_LANES asks for them' : ''}.`,
  );
  process.exit(required ? 1 : 0);
}

const cli = createRequire(path.join(root, 'dashboard/package.json')).resolve('@playwright/test/cli');
const { status } = spawnSync(process.execPath, [cli, 'test', ...process.argv.slice(2)], {
  cwd: path.join(root, 'dashboard'),
  env: { ...process.env, MAGPIE_CHROMIUM: browser },
  stdio: 'inherit',
});
process.exit(status ?? 1);
