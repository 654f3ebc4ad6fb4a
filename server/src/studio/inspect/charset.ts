/** Browsers search this many bytes for a charset declaration. */
const searchedBytes = 4096;

type Decoder = InstanceType<typeof TextDecoder>;

/** Decodes by byte order mark, Content-Type, declaration in the page, or guess. */
export function decodePage(bytes: Buffer, contentType: string | null): string {
  const decoder =
    byByteOrderMark(bytes) ??
    createDecoder(charsetIn(contentType ?? '')) ??
    createDecoder(declaredCharset(bytes));
  return decoder === null ? decodeUndeclared(bytes) : decoder.decode(bytes);
}

function byByteOrderMark(bytes: Buffer): Decoder | null {
  const start = bytes.subarray(0, 3).toString('hex');
  if (start === 'efbbbf') return new TextDecoder('utf-8');
  if (start.startsWith('fffe')) return new TextDecoder('utf-16le');
  return start.startsWith('feff') ? new TextDecoder('utf-16be') : null;
}

function charsetIn(text: string): string | null {
  return /charset\s{0,5}=\s{0,5}["']?([\w.:-]{1,40})/i.exec(text)?.[1] ?? null;
}

const inMeta = /<meta\b[^>]{0,300}?charset\s{0,5}=\s{0,5}["']?([\w.:-]{1,40})/i;
/** XHTML declares it in the first line. */
const inDeclaration = /^\s{0,20}<\?xml\b[^>]{0,300}?\bencoding\s{0,5}=\s{0,5}["']([\w.:-]{1,40})/i;

function declaredCharset(bytes: Buffer): string | null {
  const start = bytes.subarray(0, searchedBytes).toString('latin1');
  const [, said] = inMeta.exec(start) ?? inDeclaration.exec(start) ?? [];
  if (said === undefined) return null;
  // The declaration was readable as single bytes, so the page cannot be UTF-16.
  return /^utf-?16/i.test(said) ? 'utf-8' : said;
}

function createDecoder(name: string | null): Decoder | null {
  if (name === null) return null;
  try {
    return new TextDecoder(name);
  } catch {
    return null;
  }
}

function decodeUndeclared(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
