// Copies what reads words in pictures out of its packages, which hold ten times as much: the recognizer with SIMD and its
// German and French models. Run it to take a newer version: node scripts/words.mjs
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';

const recognizer = 'tesseract-core-simd-lstm';
const assets = path.resolve(import.meta.dirname, '../server/assets/words');

mkdirSync(assets, { recursive: true });
unpack('tesseract.js-core', '7.0.0', (folder) => {
  copyFileSync(path.join(folder, 'LICENSE'), path.join(assets, 'LICENSE'));
  copyFileSync(path.join(folder, `${recognizer}.js`), path.join(assets, `${recognizer}.cjs`));
  const wasm = readFileSync(path.join(folder, `${recognizer}.wasm`));
  writeFileSync(path.join(assets, `${recognizer}.wasm.gz`), gzipSync(wasm, { level: 9 }));
});
for (const language of ['deu', 'fra']) {
  unpack(`@tesseract.js-data/${language}`, '1.0.0', (folder) => {
    const model = `${language}.traineddata.gz`;
    copyFileSync(path.join(folder, '4.0.0_best_int', model), path.join(assets, model));
  });
}

function unpack(name, version, copy) {
  const draft = mkdtempSync(path.join(os.tmpdir(), 'magpie-words-'));
  const file = execFileSync('npm', ['pack', '--silent', `${name}@${version}`], {
    cwd: draft,
    encoding: 'utf8',
  });
  execFileSync('tar', ['xzf', file.trim()], { cwd: draft });
  copy(path.join(draft, 'package'));
  rmSync(draft, { recursive: true });
}
