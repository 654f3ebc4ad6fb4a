import { parseExactly } from '@magpie/sources/mapping/exactJson';

/** Page data is untrusted, so all work on it is bounded. */
export const maxPayloadLength = 20_000_000;
const maxLines = 5000;
const maxObjects = 200_000;

/** Prefixes that sites put before JSON to prevent script inclusion. */
const guard = /^\s{0,10}(?:for ?\(;;\);|\)\]\}',?)/;

/** The JSON documents in a payload: one, or one per line. Anything else is skipped. */
export function parseDocuments(payload: unknown): unknown[] {
  if (typeof payload !== 'string') return [payload];
  if (payload.length > maxPayloadLength) return [];
  const whole = parsed(payload);
  if (whole !== undefined) return [whole];
  const lines = payload.split('\n', maxLines).map(parsed);
  return lines.filter((document) => document !== undefined);
}

function parsed(text: string): unknown {
  try {
    return parseExactly(text.replace(guard, ''));
  } catch {
    return undefined;
  }
}

/** Values with the shape of a row, at any depth; rows are not searched for nested rows. */
export function* findRows(document: unknown, isRow: (value: object) => boolean): Generator<object> {
  const stack = [document];
  for (let visited = 0; stack.length > 0 && visited < maxObjects; visited += 1) {
    const value = stack.pop();
    if (typeof value !== 'object' || value === null) continue;
    if (isRow(value)) yield value;
    else for (const held of Array.isArray(value) ? value : Object.values(value)) stack.push(held);
  }
}
