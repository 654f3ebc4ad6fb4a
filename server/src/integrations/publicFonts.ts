import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';

const assets = path.resolve(import.meta.dirname, '../../assets/publicPage');

/** Inter, one file per script. A browser loads only the files whose characters a page contains. */
const unicodeRanges = {
  cyrillic: 'U+0301,U+0400-045F,U+0490-0491,U+04B0-04B1,U+2116',
  greek: 'U+0370-0377,U+037A-037F,U+0384-038A,U+038C,U+038E-03A1,U+03A3-03FF',
  vietnamese:
    'U+0102-0103,U+0110-0111,U+0128-0129,U+0168-0169,U+01A0-01A1,U+01AF-01B0,U+0300-0301,U+0303-0304,U+0308-0309,U+0323,U+0329,U+1EA0-1EF9,U+20AB',
  'latin-ext':
    'U+0100-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+0304,U+0308,U+0329,U+1D00-1DBF,U+1E00-1E9F,U+1EF2-1EFF,U+2020,U+20A0-20AB,U+20AD-20C0,U+2113,U+2C60-2C7F,U+A720-A7FF',
  latin:
    'U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD',
} as const;

const fonts = Object.entries(unicodeRanges).map(([script, range]) => {
  const bytes = readFileSync(path.join(assets, `inter-${script}.woff2`));
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 16);
  return { name: `inter-${script}.${hash}.woff2`, bytes, range };
});

/** The font files of public pages by name. A name contains the hash of its file, so files never change. */
export const fontFiles: ReadonlyMap<string, Buffer> = new Map(fonts.map(({ name, bytes }) => [name, bytes]));

/** URLs are relative to `/b/` and `/r/`, so that they work under any base URL. */
export const fontRules = fonts
  .map(
    ({ name, range }) => `@font-face {
  font-family: Inter;
  font-weight: 100 900;
  font-display: swap;
  src: url(../fonts/${name}) format('woff2');
  unicode-range: ${range};
}
`,
  )
  .join('');
