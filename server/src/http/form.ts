import type { Procedure } from '@magpie/contract';
import type { FastifyRequest } from 'fastify';
import { MagpieError, shown } from '@magpie/contract/errors';
import { nameOfFile } from '../integrations/images/nameOfFile.ts';
import { readMultipart, utf8Of, type FormPart } from './multipart.ts';
import { fieldsOf, readerOfTexts } from './texts.ts';

export const formType = 'multipart/form-data';

export function isForm({ headers }: FastifyRequest): boolean {
  return headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() === formType;
}

/** Reads a form as the input that the same call has in JSON: files as base64, numbers as numbers. */
export function readerOfForms(definition: Procedure): (request: FastifyRequest) => unknown {
  const files = fieldsOf(
    definition,
    (field) => typeof field === 'object' && field.contentEncoding === 'base64',
  );
  const names = fieldsOf(definition, () => true);
  const valueOf = readerOfTexts(definition);
  return ({ headers, body }) => {
    const parts = readMultipart((body as Buffer | undefined) ?? Buffer.of(), headers['content-type'] ?? '');
    const input = new Map<string, unknown>();
    for (const part of parts.filter(isFilledIn)) {
      const { name, fileName, bytes } = part;
      if (input.has(name)) throw twice(name);
      if (fileName === null) input.set(name, valueOf(name, utf8Of(bytes, `the field '${shown(name, 40)}'`)));
      else if (files.has(name) || !names.has(name)) input.set(name, bytes.toString('base64'));
      else throw noFile(name);
    }
    const called = names.has('name')
      ? parts.map(({ fileName }) => nameOfFile(fileName ?? '')).find(Boolean)
      : undefined;
    // Wrapped, so that a field called json is an unknown field and not a wrapping of its own.
    return { json: { ...(called === undefined ? {} : { name: called }), ...Object.fromEntries(input) } };
  };
}

/** A browser sends every field of a form, also those that were left empty. */
function isFilledIn({ bytes, fileName }: FormPart): boolean {
  return bytes.length > 0 || (fileName ?? '') !== '';
}

function twice(name: string): MagpieError {
  const message = `The form has the field '${shown(name, 40)}' more than once; give it once.`;
  return new MagpieError('BAD_REQUEST', message, { issues: [{ path: shown(name, 40), message }] });
}

function noFile(name: string): MagpieError {
  const message = `The field '${name}' of the form is a text, and a file was sent for it.`;
  return new MagpieError('BAD_REQUEST', message, { issues: [{ path: name, message }] });
}
