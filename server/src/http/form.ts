import type { Procedure } from '@magpie/contract';
import type { FastifyRequest } from 'fastify';
import { MagpieError, sanitizeForMessage } from '@magpie/contract/errors';
import { imageNameFromPath } from '../integrations/images/fileName.ts';
import { readMultipart, utf8Of, type FormPart } from './multipart.ts';
import { fieldsWhere, createTextReader } from './input.ts';

export const formType = 'multipart/form-data';

export function isForm({ headers }: FastifyRequest): boolean {
  return headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() === formType;
}

/** Converts a form to the JSON input of the procedure: files as base64, numbers as numbers. */
export function createFormReader(definition: Procedure): (request: FastifyRequest) => unknown {
  const files = fieldsWhere(
    definition,
    (field) => typeof field === 'object' && field.contentEncoding === 'base64',
  );
  const names = fieldsWhere(definition, () => true);
  const valueOf = createTextReader(definition);
  return ({ headers, body }) => {
    const parts = readMultipart((body as Buffer | undefined) ?? Buffer.of(), headers['content-type'] ?? '');
    const input = new Map<string, unknown>();
    for (const part of parts.filter(isNotEmpty)) {
      const { name, fileName, bytes } = part;
      if (input.has(name)) throw duplicateField(name);
      if (fileName === null)
        input.set(name, valueOf(name, utf8Of(bytes, `the field '${sanitizeForMessage(name, 40)}'`)));
      else if (files.has(name) || !names.has(name)) input.set(name, bytes.toString('base64'));
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
