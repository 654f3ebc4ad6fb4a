import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MagpieError } from '@magpie/contract/errors';
import { parseJson, unwrapInput, writeJson } from './json.ts';

const where = 'The body';

function sentenceAbout(source: string | Uint8Array): string {
  try {
    parseJson(source, where);
    return 'Accepted.';
  } catch (error) {
    if (error instanceof MagpieError && error.httpStatus === 400) return error.message;
    throw error;
  }
}

const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);
const deepest = 32;
const mostValues = 100_000;

/** Text of any kind but the two that no text may hold. */
const goodText = fc.string({ unit: 'binary' }).map((text) => text.replaceAll('\0', '0'));
const goodJson = fc
  .jsonValue({ maxDepth: 5 })
  .filter((value) => !/\\u(?:0000|d[89a-f])/.test(JSON.stringify(value)));

describe('JSON from outside', () => {
  it('is read as JSON.parse reads it, from text and from bytes', () => {
    fc.assert(
      fc.property(goodJson, fc.constantFrom(0, 1, '\t'), (value, space) => {
        const text = JSON.stringify(value, undefined, space);
        expect(parseJson(text, where)).toEqual(JSON.parse(text));
        expect(parseJson(Buffer.from(text), where)).toEqual(JSON.parse(text));
      }),
    );
  });

  it('is accepted or refused with a sentence, whatever the bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        expect(sentenceAbout(bytes)).toMatch(/^(?:Accepted|The body .+)\.$/);
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    '',
    ' ',
    '{',
    '}',
    '[1,]',
    "{'a':1}",
    '{"a":1,}',
    'NaN',
    'Infinity',
    '01',
    '"\t"',
    '{}{}',
    '\u{feff}{}',
  ])('is refused when it is %j', (text) => {
    expect(sentenceAbout(text)).toBe('The body is not valid JSON; give one JSON object in UTF-8.');
  });

  it.each([
    ['a stray continuation byte', [0x80]],
    ['an overlong NUL', [0xc0, 0x80]],
    ['an encoded surrogate', [0xed, 0xa0, 0x80]],
    ['a code point past the last', [0xf4, 0x90, 0x80, 0x80]],
    ['a cut sequence', [0xe2, 0x82]],
    ['latin-1', [0xe9]],
  ])('is refused when a text in it has %s', (_, bytes) => {
    const source = Buffer.concat([Buffer.from('["'), Buffer.from(bytes), Buffer.from('"]')]);
    expect(sentenceAbout(source)).toBe('The body is not valid JSON; give one JSON object in UTF-8.');
  });
});

describe('a key that is given twice in one object', () => {
  it.each([
    ['{"name":"a","name":"b"}', 'name'],
    ['{"a":1,"b":{"c":1,"d":{},"c":null}}', 'c'],
    ['[{"a":1},{"a":1},{"a":1,"\\u0061":2}]', 'a'],
    ['{"a":[{"a":{"b":1}},2],"b":1 , "a"\t:\n3}', 'a'],
    ['{"":1,"":1}', ''],
    ['{"__proto__":1,"__proto__":2}', '__proto__'],
    ['{"\\"":1,"\\u0022":2}', '"'],
  ])('%s is refused', (text, key) => {
    const sentence = `The body gives the key '${key}' twice in one object; give it once.`;
    expect(sentenceAbout(text)).toBe(sentence);
    expect(sentenceAbout(Buffer.from(text))).toBe(sentence);
  });

  it.each(['{"a":1,"A":1,"b":"a"}', '[{"a":1},{"a":{"a":["a","a"]}}]', '{"a":":","b":"\\":\\"a\\":"}'])(
    '%s is read: it gives each key once',
    (text) => {
      expect(parseJson(text, where)).toEqual(JSON.parse(text));
    },
  );
});

describe('texts that no engine can store', () => {
  const places: ((text: string) => unknown)[] = [
    (text) => text,
    (text) => [1, [text]],
    (text) => ({ a: { b: [null, text] } }),
    (text) => ({ [text]: 1 }),
    (text) => [{ a: 1 }, { a: { [text]: [] } }],
  ];
  const place = fc.constantFrom(...places);

  it('a NUL is refused wherever it stands', () => {
    fc.assert(
      fc.property(goodText, goodText, place, (before, after, put) => {
        const text = JSON.stringify(put(`${before}\0${after}`));
        expect(sentenceAbout(text)).toBe('The body contains a NUL character; remove it.');
      }),
    );
  });

  it('half of a surrogate pair is refused wherever it stands', () => {
    const half = fc.integer({ min: 0xd800, max: 0xdfff }).map((unit) => String.fromCharCode(unit));
    // A letter on both sides, so that two halves never meet as a pair.
    fc.assert(
      fc.property(goodText, half, goodText, place, (before, lone, after, put) => {
        const text = JSON.stringify(put(`${before}x${lone}x${after}`));
        expect(sentenceAbout(text)).toBe(
          'The body contains half of a surrogate pair; give well-formed Unicode.',
        );
      }),
    );
  });

  it('whole pairs, marks, and noncharacters are kept', () => {
    fc.assert(
      fc.property(goodText, (text) => {
        expect(parseJson(JSON.stringify([text]), where)).toEqual([text]);
      }),
    );
  });
});

describe('the bounds on what is read', () => {
  it(`${deepest} levels are read, one more is refused`, () => {
    expect(parseJson(nested(deepest), where)).toEqual(JSON.parse(nested(deepest)));
    expect(sentenceAbout(nested(deepest + 1))).toBe('The body is nested more than 32 levels deep.');
    expect(sentenceAbout(`${'{"a":'.repeat(33)}1${'}'.repeat(33)}`)).toBe(
      'The body is nested more than 32 levels deep.',
    );
  });

  it.each([100_000, 4_000_000])('%d levels are refused without being parsed', (levels) => {
    expect(sentenceAbout(nested(levels))).toBe('The body is nested more than 32 levels deep.');
    expect(sentenceAbout('['.repeat(levels))).toBe('The body is nested more than 32 levels deep.');
    expect(sentenceAbout('{"a":'.repeat(levels))).toBe('The body is nested more than 32 levels deep.');
  });

  it('brackets inside a text, and behind an escaped quotation mark, nest nothing', () => {
    const brackets = '[{'.repeat(1000);
    expect(parseJson(JSON.stringify([brackets]), where)).toEqual([brackets]);
    expect(parseJson(JSON.stringify([`"\\"${brackets}\\`]), where)).toEqual([`"\\"${brackets}\\`]);
    expect(parseJson(JSON.stringify({ [`"${brackets}`]: 1 }), where)).toEqual({ [`"${brackets}`]: 1 });
    expect(sentenceAbout(`["\\\\",${nested(deepest)}]`)).toBe('The body is nested more than 32 levels deep.');
  });

  it(`${mostValues} values are read, one more is refused, since checking each would hold up every other caller`, () => {
    const list = (length: number): string => JSON.stringify(Array.from({ length }, () => 0));
    expect(parseJson(list(mostValues), where)).toHaveLength(mostValues);
    expect(sentenceAbout(list(mostValues + 1))).toBe('The body contains more than 100000 values.');
    expect(sentenceAbout(`[${'[],'.repeat(mostValues)}[]]`)).toBe(
      'The body contains more than 100000 values.',
    );
    const keys = Array.from({ length: mostValues + 1 }, (_, at) => `"${at}":0`);
    expect(sentenceAbout(`{${keys.join(',')}}`)).toBe('The body contains more than 100000 values.');
  });

  it('commas inside a text are no values', () => {
    expect(parseJson(JSON.stringify([','.repeat(mostValues + 1)]), where)).toEqual([
      ','.repeat(mostValues + 1),
    ]);
  });

  it.each([
    '1e400',
    '-1e400',
    '1e308',
    '9007199254740993',
    '-0',
    '1'.repeat(100_000),
    `0.${'0'.repeat(100_000)}1`,
  ])('the number %.20s is read as JSON.parse reads it: what it may be is the schema’s to say', (digits) =>
    expect(parseJson(digits, where)).toBe(JSON.parse(digits)),
  );
});

describe('names that mean something to the language', () => {
  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'prototype'])(
    '%s is a key like any other, and changes no other object',
    (name) => {
      const value = parseJson(`{"${name}":{"polluted":true},"json":{"${name}":{"polluted":true}}}`, where);
      expect(Object.keys(value as object)).toEqual([name, 'json']);
      expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
      expect(unwrapInput(value)).toBe(value);
    },
  );
});

describe('unwrapping', () => {
  it('an object of json, or of json and meta, is opened once; anything else is the input itself', () => {
    fc.assert(
      fc.property(goodJson, goodJson, (json, meta) => {
        expect(unwrapInput({ json })).toBe(json);
        expect(unwrapInput({ json, meta })).toBe(json);
        expect(unwrapInput({ json: { json } })).toEqual({ json });
        const others = [{ json, x: 1 }, { meta }, [json], [{ json }]];
        for (const value of others) expect(unwrapInput(value)).toBe(value);
      }),
    );
  });

  it.each([undefined, null, 0, '', 'json', true, []])('%j is the input itself', (value) => {
    expect(unwrapInput(value)).toBe(value);
  });

  it('a json that is inherited is not a wrapper', () => {
    const value = JSON.parse('{"__proto__":{"json":1}}') as unknown;
    expect(unwrapInput(value)).toBe(value);
  });
});

describe('writeJson', () => {
  it('returns what JSON.stringify returns', async () => {
    const value = fc.oneof(fc.jsonValue(), fc.constant(undefined), fc.date({ noInvalidDate: true }));
    const data = fc.oneof(
      value,
      fc.array(value),
      fc.dictionary(fc.string(), fc.oneof(value, fc.array(value))),
    );
    await fc.assert(
      fc.asyncProperty(data, async (each) => {
        expect(await writeJson(each)).toBe(JSON.stringify(each) ?? 'null');
      }),
    );
  });

  it('returns a short value at once, and yields to the event loop while it writes a long one', async () => {
    expect(writeJson({ ads: ['short'] })).toBe('{"ads":["short"]}');
    const long = { ads: Array.from({ length: 100 }, () => 'x'.repeat(40_000)), total: 100 };
    const order: string[] = [];
    const written = Promise.resolve(writeJson(long)).then((text) => {
      order.push('long value');
      return text;
    });
    setImmediate(() => order.push('another request'));
    expect(await written).toBe(JSON.stringify(long));
    expect(order).toEqual(['another request', 'long value']);
  });
});
