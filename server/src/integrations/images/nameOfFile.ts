/** Of what may be told as the name of a picture. */
const longest = 120;

/** What a picture is called by the name of its file, whatever is before and behind that; undefined where nothing is left. */
export function nameOfFile(path: string): string | undefined {
  const file = path.split(/[/\\]/).at(-1) ?? '';
  const plain = file
    .replace(/\.\w{1,5}$/, '')
    .replaceAll(/[\p{Cc}\p{Surrogate}]+/gu, ' ')
    .trim();
  const name = Array.from(plain.normalize('NFC')).slice(0, longest).join('').trim();
  return name === '' ? undefined : name;
}
