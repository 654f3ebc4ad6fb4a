// Copies the font files that the server opens out of the @fontsource packages, which hold ten times as many. Run it to
// take newer versions: node scripts/fonts.mjs; to add a typeface, give its name: node scripts/fonts.mjs nunito
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const version = '5.3.0';
const weights = [400, 700];
const fonts = path.resolve(import.meta.dirname, '../server/assets/fonts');
const code = readFileSync(path.resolve(fonts, '../../src/integrations/drawing/typefaces.ts'), 'utf8');
const names = /(?<=')(?:inter|montserrat|nunito|roboto-condensed|source-serif-4|noto-[a-z]+-[a-z]+)(?=')/g;
const typefaces = new Set(process.argv.length > 2 ? process.argv.slice(2) : code.match(names));

if (process.argv.length === 2) rmSync(fonts, { recursive: true, force: true });
for (const typeface of typefaces) {
  const draft = mkdtempSync(path.join(os.tmpdir(), 'magpie-fonts-'));
  const target = path.join(fonts, typeface);
  mkdirSync(target, { recursive: true });
  execFileSync('npm', ['pack', '--silent', `@fontsource/${typeface}@${version}`], { cwd: draft });
  execFileSync('tar', ['xzf', `fontsource-${typeface}-${version}.tgz`], { cwd: draft });
  const unpacked = path.join(draft, 'package');
  for (const name of ['LICENSE', 'unicode.json']) {
    copyFileSync(path.join(unpacked, name), path.join(target, name));
  }
  const subsets = Object.keys(JSON.parse(readFileSync(path.join(unpacked, 'unicode.json'), 'utf8')));
  for (const subset of subsets) {
    for (const weight of weights) {
      const name = `${typeface}-${subset.replaceAll(/[[\]]/g, '')}-${weight}-normal.woff`;
      copyFileSync(path.join(unpacked, 'files', name), path.join(target, name));
    }
  }
  rmSync(draft, { recursive: true });
}
