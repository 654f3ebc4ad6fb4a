import type { Procedure } from '@magpie/contract';
import { z } from 'zod';

/** The names of a procedure's parameters that are of a kind, such as numbers, as the contract declares them. */
export function fieldsOf(
  { input }: Procedure,
  isSuch: (field: z.core.JSONSchema._JSONSchema) => boolean,
): ReadonlySet<string> {
  const { properties = {} } = z.toJSONSchema(input, { io: 'input' });
  const such = Object.entries(properties).filter(([, field]) => isSuch(field));
  return new Set(such.map(([name]) => name));
}

/** Reads what query strings and forms hold, which is texts only, as the values that the parameters have. */
export function readerOfTexts(definition: Procedure): (name: string, text: string) => number | string {
  const numbers = fieldsOf(definition, isNumber);
  return (name, text) => (numbers.has(name) ? readNumber(text) : text);
}

function isNumber(field: z.core.JSONSchema._JSONSchema): boolean {
  if (typeof field === 'boolean') return false;
  return field.type === 'integer' || (field.anyOf?.some(isNumber) ?? false);
}

/** What is not written as a number plainly is left as it stands, for the contract to refuse in its words. */
function readNumber(text: string): number | string {
  return /^(?:0|[1-9]\d*)$/.test(text) ? Number(text) : text;
}
