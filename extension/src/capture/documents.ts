import { parseExactly } from '@magpie/server/ingestion/reading/exactJson';

/** What a page loads is somebody else's: all work on it has a bound. */
export const longestPayload = 20_000_000;
const mostLines = 5000;
const mostObjects = 200_000;

/** What sites put before their JSON, so that no other page can run it as a script. */
const guard = /^\s{0,10}(?:for ?\(;;\);|\)\]\}',?)/;

/** The documents in what a page loaded: one, or one a line. What is no JSON is passed over. */
export function documentsIn(payload: unknown): unknown[] {
  if (typeof payload !== 'string') return [payload];
  if (payload.length > longestPayload) return [];
  const whole = parsed(payload);
  if (whole !== undefined) return [whole];
  const lines = payload.split('\n', mostLines).map(parsed);
  return lines.filter((document) => document !== undefined);
}

function parsed(text: string): unknown {
  try {
    return parseExactly(text.replace(guard, ''));
  } catch {
    return undefined;
  }
}

/** What has the shape of a row, at any depth; nothing inside of one is a row of its own. */
export function* rowsIn(document: unknown, isRow: (value: object) => boolean): Generator<object> {
  const waiting = [document];
  for (let looked = 0; waiting.length > 0 && looked < mostObjects; looked += 1) {
    const value = waiting.pop();
    if (typeof value !== 'object' || value === null) continue;
    if (isRow(value)) yield value;
    else for (const held of Array.isArray(value) ? value : Object.values(value)) waiting.push(held);
  }
}
