import type { Procedure } from '@magpie/contract';
import type { FastifyRequest } from 'fastify';
import { MagpieError, sanitizeForMessage } from '@magpie/contract/errors';
import { imageNameFromPath } from '../integrations/images/imageTypes.ts';
import { createFieldReader, fieldsWhere } from './input.ts';

export const formType = 'multipart/form-data';

export function isForm({ headers }: FastifyRequest): boolean {
  return headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() === formType;
}

export function createFormReader(definition: Procedure): (request: FastifyRequest) => unknown {
  const files = fieldsWhere(
    definition,
    (field) => typeof field === 'object' && field.contentEncoding === 'base64',
  );
  const names = fieldsWhere(definition, () => true);
  const read = createFieldReader(definition);
  return ({ headers, body }) => {
    const parts = readMultipart((body as Buffer | undefined) ?? Buffer.of(), headers['content-type'] ?? '');
    const input = new Map<string, unknown>();
    for (const part of parts.filter(isNotEmpty)) {
      const { name, fileName, bytes } = part;
      if (input.has(name)) throw duplicateField(name);
      if (fileName === null) {
        const text = decodeUtf8(bytes, `the field '${sanitizeForMessage(name, 40)}'`);
        input.set(name, read(name, { texts: [text], isList: false }));
      } else if (files.has(name) || !names.has(name)) input.set(name, bytes.toString('base64'));
      else throw unexpectedFile(name);
    }
    const inputName = names.has('name')
      ? parts.map(({ fileName }) => imageNameFromPath(fileName ?? '')).find(Boolean)
      : undefined;
    // Wrapped, so that a field named json is an unknown field and not taken for the wrapper.
    return {
      json: { ...(inputName === undefined ? {} : { name: inputName }), ...Object.fromEntries(input) },
    };
  };
}

/** Browsers also send the empty fields of a form. */
function isNotEmpty({ bytes, fileName }: FormPart): boolean {
  return bytes.length > 0 || (fileName ?? '') !== '';
}

function duplicateField(name: string): MagpieError {
  const message = `The form has the field '${sanitizeForMessage(name, 40)}' more than once; give it once.`;
  return new MagpieError('BAD_REQUEST', message, {
    issues: [{ path: sanitizeForMessage(name, 40), message }],
  });
}

function unexpectedFile(name: string): MagpieError {
  const message = `The form field '${name}' must be text; got a file.`;
  return new MagpieError('BAD_REQUEST', message, { issues: [{ path: name, message }] });
}

export interface FormPart {
  readonly name: string;
  /** Null for a field that is not a file. */
  readonly fileName: string | null;
  readonly bytes: Buffer;
}

/** More than the parameters of any procedure. */
const maxParts = 30;
const maxHeaderBytes = 8192;
const lineEnd = '\r\n';

/**
 * Parses a complete form (RFC 7578). Node's parser rejects file names in other scripts as some programs write them,
 * and accepts broken UTF-8.
 */
export function readMultipart(body: Buffer, contentType: string): FormPart[] {
  const border = `--${parseBoundary(contentType)}`;
  const parts: FormPart[] = [];
  let at = findStart(body, border);
  while (body.toString('latin1', at, at + 2) !== '--') {
    if (parts.length === maxParts) throw unreadable(`it has more than ${maxParts} fields`);
    const head = skipLine(body, at);
    const content = body.indexOf(lineEnd + lineEnd, head - lineEnd.length) + 2 * lineEnd.length;
    const end = body.indexOf(lineEnd + border, content - lineEnd.length);
    if (content < head || end === -1) throw unreadable('it ends early');
    if (content - head > maxHeaderBytes) throw unreadable('a field has too long a header');
    parts.push({ ...parseHeader(body.subarray(head, content)), bytes: body.subarray(content, end) });
    at = end + lineEnd.length + border.length;
  }
  return parts;
}

function parseBoundary(contentType: string): string {
  const given = /;\s*boundary=(?:"([^"]+)"|([^\s";,]+))/i.exec(contentType);
  const boundary = given?.[1] ?? given?.[2] ?? '';
  if (boundary === '' || boundary.length > 70) {
    throw unreadable('its Content-Type names no boundary of 1 to 70 characters');
  }
  return boundary;
}

function findStart(body: Buffer, border: string): number {
  const length = Buffer.byteLength(border);
  if (body.subarray(0, length).equals(Buffer.from(border))) return length;
  const before = body.indexOf(lineEnd + border);
  if (before === -1) throw unreadable('its boundary is not in it');
  return before + lineEnd.length + length;
}

/** A boundary may be followed by spaces and then by the end of the line. */
function skipLine(body: Buffer, at: number): number {
  const end = body.indexOf(lineEnd, at);
  if (end === -1) throw unreadable('it ends early');
  if (/[^ \t]/.test(body.toString('latin1', at, Math.min(end, at + maxHeaderBytes)))) {
    throw unreadable('its boundary is followed by something else');
  }
  return end + lineEnd.length;
}

function parseHeader(header: Buffer): Pick<FormPart, 'name' | 'fileName'> {
  const lines = decodeUtf8(header, 'the header of a field').split(lineEnd);
  const disposition = lines.find((line) => /^content-disposition\s*:\s*form-data\s*;/i.test(line)) ?? '';
  const given = new Map<string, string>();
  for (const [, name = '', quoted, plain] of disposition.matchAll(
    /;\s*([\w-]+\*?)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;"]+))/g,
  )) {
    given.set(name.toLowerCase(), quoted === undefined ? (plain ?? '') : unescapeText(quoted));
  }
  const name = given.get('name');
  if (name === undefined) throw unreadable('a field of it has no name');
  return { name, fileName: decodeExtended(given.get('filename*')) ?? given.get('filename') ?? null };
}

function unescapeText(text: string): string {
  return text
    .replaceAll('\\"', '"')
    .replaceAll(/%(22|0A|0D)/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

function decodeExtended(text: string | undefined): string | null {
  const encoded = /^utf-8'[^']*'(.+)$/i.exec(text ?? '')?.[1];
  if (encoded === undefined) return text === undefined ? null : '';
  try {
    return decodeURIComponent(encoded);
  } catch {
    return '';
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function decodeUtf8(bytes: Uint8Array, what: string): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw unreadable(`${what} is not UTF-8`);
  }
}

function unreadable(why: string): MagpieError {
  return new MagpieError('BAD_REQUEST', `The body cannot be read as multipart/form-data: ${why}.`);
}
