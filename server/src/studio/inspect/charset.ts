/** How far into a page browsers look for what it says of its charset. */
const searchedBytes = 4096;

type Decoder = InstanceType<typeof TextDecoder>;

/** The text of a page: by its byte order mark, what was sent with it, what it says itself, or what its bytes look like. */
export function decodePage(bytes: Buffer, contentType: string | null): string {
  const decoder =
    byMark(bytes) ?? decoderNamed(charsetIn(contentType ?? '')) ?? decoderNamed(charsetSaidBy(bytes));
  return decoder === null ? undeclared(bytes) : decoder.decode(bytes);
}

function byMark(bytes: Buffer): Decoder | null {
  const start = bytes.subarray(0, 3).toString('hex');
  if (start === 'efbbbf') return new TextDecoder('utf-8');
  if (start.startsWith('fffe')) return new TextDecoder('utf-16le');
  return start.startsWith('feff') ? new TextDecoder('utf-16be') : null;
}

function charsetIn(text: string): string | null {
  return /charset\s{0,5}=\s{0,5}["']?([\w.:-]{1,40})/i.exec(text)?.[1] ?? null;
}

const inMeta = /<meta\b[^>]{0,300}?charset\s{0,5}=\s{0,5}["']?([\w.:-]{1,40})/i;
/** XHTML says it in its first line. */
const inDeclaration = /^\s{0,20}<\?xml\b[^>]{0,300}?\bencoding\s{0,5}=\s{0,5}["']([\w.:-]{1,40})/i;

function charsetSaidBy(bytes: Buffer): string | null {
  const start = bytes.subarray(0, searchedBytes).toString('latin1');
  const [, said] = inMeta.exec(start) ?? inDeclaration.exec(start) ?? [];
  if (said === undefined) return null;
  // Whoever could read these letters byte by byte has shown that it is not in two bytes each.
  return /^utf-?16/i.test(said) ? 'utf-8' : said;
}

/** Null for a name that no browser knows. */
function decoderNamed(name: string | null): Decoder | null {
  if (name === null) return null;
  try {
    return new TextDecoder(name);
  } catch {
    return null;
  }
}

function undeclared(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
