/** Integers beyond the safe range become text with all digits: a rounded id is that of another ad. */
export function parseExactly(json: string): unknown {
  return JSON.parse(withLongIntegersQuoted(json));
}

const quote = 0x22;
const backslash = 0x5c;

/** Linear time for any text; invalid JSON stays invalid. */
function withLongIntegersQuoted(json: string): string {
  const parts: string[] = [];
  let copied = 0;
  let index = 0;
  while (index < json.length) {
    const code = json.charCodeAt(index);
    if (code === quote) {
      index = endOfString(json, index);
    } else if (isOfNumber(code)) {
      const end = endOfNumber(json, index);
      const number = json.slice(index, end);
      if (isLongInteger(number)) {
        parts.push(json.slice(copied, index), `"${number}"`);
        copied = end;
      }
      index = end;
    } else {
      index += 1;
    }
  }
  return parts.length === 0 ? json : parts.join('') + json.slice(copied);
}

function endOfString(json: string, start: number): number {
  let index = start + 1;
  while (index < json.length) {
    const code = json.charCodeAt(index);
    if (code === quote) return index + 1;
    index += code === backslash ? 2 : 1;
  }
  return index;
}

/** A digit, `-`, `+`, `.`, `e` or `E`. Also matches the `e` of true and false, which is harmless. */
function isOfNumber(code: number): boolean {
  return (
    (code >= 0x30 && code <= 0x39) ||
    code === 0x2d ||
    code === 0x2b ||
    code === 0x2e ||
    code === 0x65 ||
    code === 0x45
  );
}

function endOfNumber(json: string, start: number): number {
  let index = start;
  while (index < json.length && isOfNumber(json.charCodeAt(index))) index += 1;
  return index;
}

function isLongInteger(number: string): boolean {
  return number.length > 15 && /^-?(?:0|[1-9]\d*)$/.test(number) && !Number.isSafeInteger(Number(number));
}
