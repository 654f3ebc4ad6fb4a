import { MagpieError } from '@magpie/contract/errors';

/** One field of a form, as it was sent. */
export interface FormPart {
  readonly name: string;
  /** Null for a field that is no file. */
  readonly fileName: string | null;
  readonly bytes: Buffer;
}

/** Far more than any procedure has parameters. */
const mostParts = 30;
const mostHeaderBytes = 8192;
const lineEnd = '\r\n';

/**
 * Takes a form apart that arrived whole (RFC 7578). Node's own way of reading one refuses the names of files in other
 * scripts as some programs write them, and takes broken UTF-8 for text.
 */
export function readMultipart(body: Buffer, contentType: string): FormPart[] {
  const border = `--${boundaryOf(contentType)}`;
  const parts: FormPart[] = [];
  let at = startOf(body, border);
  while (body.toString('latin1', at, at + 2) !== '--') {
    if (parts.length === mostParts) throw unreadable(`it has more than ${mostParts} fields`);
    const head = lineAfter(body, at);
    const content = body.indexOf(lineEnd + lineEnd, head - lineEnd.length) + 2 * lineEnd.length;
    const end = body.indexOf(lineEnd + border, content - lineEnd.length);
    if (content < head || end === -1) throw unreadable('it ends early');
    if (content - head > mostHeaderBytes) throw unreadable('a field has too long a header');
    parts.push({ ...described(body.subarray(head, content)), bytes: body.subarray(content, end) });
    at = end + lineEnd.length + border.length;
  }
  return parts;
}

function boundaryOf(contentType: string): string {
  const given = /;\s*boundary=(?:"([^"]+)"|([^\s";,]+))/i.exec(contentType);
  const boundary = given?.[1] ?? given?.[2] ?? '';
  if (boundary === '' || boundary.length > 70) {
    throw unreadable('its Content-Type names no boundary of 1 to 70 characters');
  }
  return boundary;
}

/** Behind the first border; what a program writes before it is for people whose mail reader knows no forms. */
function startOf(body: Buffer, border: string): number {
  const length = Buffer.byteLength(border);
  if (body.subarray(0, length).equals(Buffer.from(border))) return length;
  const before = body.indexOf(lineEnd + border);
  if (before === -1) throw unreadable('its boundary is not in it');
  return before + lineEnd.length + length;
}

/** A border may have blanks behind it, and then its line ends. */
function lineAfter(body: Buffer, at: number): number {
  const end = body.indexOf(lineEnd, at);
  if (end === -1) throw unreadable('it ends early');
  if (/[^ \t]/.test(body.toString('latin1', at, Math.min(end, at + mostHeaderBytes)))) {
    throw unreadable('its boundary is followed by something else');
  }
  return end + lineEnd.length;
}

function described(header: Buffer): Pick<FormPart, 'name' | 'fileName'> {
  const lines = utf8Of(header, 'the header of a field').split(lineEnd);
  const disposition = lines.find((line) => /^content-disposition\s*:\s*form-data\s*;/i.test(line)) ?? '';
  const given = new Map<string, string>();
  for (const [, name = '', quoted, plain] of disposition.matchAll(
    /;\s*([\w-]+\*?)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;"]+))/g,
  )) {
    given.set(name.toLowerCase(), quoted === undefined ? (plain ?? '') : unescaped(quoted));
  }
  const name = given.get('name');
  if (name === undefined) throw unreadable('a field of it has no name');
  return { name, fileName: extended(given.get('filename*')) ?? given.get('filename') ?? null };
}

/** As browsers and other programs write a quotation mark and line breaks inside of quotation marks. */
function unescaped(text: string): string {
  return text
    .replaceAll('\\"', '"')
    .replaceAll(/%(22|0A|0D)/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

/** `UTF-8''caf%C3%A9.png`; anything else is passed over for the plain name beside it. */
function extended(text: string | undefined): string | null {
  const encoded = /^utf-8'[^']*'(.+)$/i.exec(text ?? '')?.[1];
  if (encoded === undefined) return text === undefined ? null : '';
  try {
    return decodeURIComponent(encoded);
  } catch {
    return '';
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

export function utf8Of(bytes: Uint8Array, what: string): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw unreadable(`${what} is not UTF-8`);
  }
}

function unreadable(why: string): MagpieError {
  return new MagpieError('BAD_REQUEST', `The body cannot be read as multipart/form-data: ${why}.`);
}
