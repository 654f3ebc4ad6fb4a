import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { countryCodes } from './vocabulary.ts';
import {
  amount,
  base64,
  color,
  countryCode,
  cursor,
  email,
  hash,
  httpUrl,
  id,
  languageCode,
  languageFilter,
  limit,
  list,
  optionalCurrencyCode,
  optionalText,
  platform,
  slug,
  text,
  wholeNumber,
} from './fields.ts';

function refusal(schema: z.ZodType, value: unknown): string | undefined {
  return schema.safeParse(value).error?.issues[0]?.message;
}

function accepts(schema: z.ZodType, value: unknown): boolean {
  return schema.safeParse(value).success;
}

const everyWhiteSpace = [
  '\t\n\v\f\r \u0085\u00A0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006',
  '\u2007\u2008\u2009\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF',
].join('');
const blank = fc.string({ unit: fc.constantFrom(...Array.from(everyWhiteSpace)), maxLength: 5 });
/** Whole graphemes: no lone surrogate, no NUL, no long run of marks. */
const graphemes = fc.string({ unit: 'grapheme', maxLength: 40 });

/** Built once: making a schema costs more than using it a thousand times. */
const upTo8 = text({ max: 8 });
const upTo40 = text({ min: 0, max: 40 });
const upTo1000 = text({ min: 0, max: 1000 });

describe('text', () => {
  test('white space of every kind is trimmed', () => {
    fc.assert(
      fc.property(
        blank,
        fc.string({ unit: fc.constantFrom('a', 'é', '😀', 'ß'), minLength: 1, maxLength: 8 }),
        blank,
        (before, core, after) => {
          expect(upTo8.parse(before + core + after)).toBe(core);
        },
      ),
    );
  });

  test('white space alone is empty', () => {
    expect(refusal(text({ max: 8 }), everyWhiteSpace)).toBe('must be 1 to 8 characters, got 0');
    expect(text({ min: 0, max: 8 }).parse(everyWhiteSpace)).toBe('');
  });

  test('composed and decomposed spellings become one text', () => {
    fc.assert(
      fc.property(graphemes, (value) => {
        expect(upTo1000.parse(value.normalize('NFD'))).toBe(upTo1000.parse(value.normalize('NFC')));
      }),
    );
  });

  test('parsed text is accepted again unchanged', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (value) => {
        const first = upTo40.safeParse(value);
        fc.pre(first.success);
        expect(upTo40.parse(first.data)).toBe(first.data);
      }),
    );
  });

  test('length is counted in code points of the normalised text', () => {
    expect(accepts(text({ max: 3 }), '😀😀😀')).toBe(true);
    expect(refusal(text({ max: 3 }), '😀😀😀😀')).toBe('must be 1 to 3 characters, got 4');
    expect(accepts(text({ max: 1 }), 'e\u0301')).toBe(true);
    // Four code points that compose into one, the longest such case.
    expect(text({ max: 1 }).parse('\u03B1\u0313\u0300\u0345')).toBe('\u1F82');
  });

  test('NUL and lone surrogates are rejected at any position', () => {
    fc.assert(
      fc.property(
        graphemes,
        fc.constantFrom('\0', '\uD800', '\uDBFF', '\uDC00', '\uDFFF'),
        graphemes,
        (a, bad, b) => {
          expect(accepts(upTo1000, `${a} ${bad} ${b}`)).toBe(false);
        },
      ),
    );
    expect(refusal(text({ max: 9 }), 'a\0b')).toBe(
      String.raw`must not contain NUL or half of a surrogate pair, got "a\u0000b"`,
    );
  });

  test('a long run of combining marks is rejected before it is normalised', () => {
    expect(refusal(text({ max: 20_000 }), '\u0315\u0300'.repeat(79_000))).toBe(
      'must not contain more than 64 combining marks in a row',
    );
    expect(accepts(text({ max: 200 }), `a${'\u0301'.repeat(64)}`)).toBe(true);
  });

  test('eight megabytes with a run of spaces inside are refused by their length', () => {
    const value = `a${' '.repeat(8_000_000)}a`;
    expect(refusal(text({ max: 5000 }), value)).toBe('must be 1 to 5000 characters, got 8000002');
  });

  test('a wrong type and a missing value have different messages', () => {
    expect(refusal(text({ max: 120 }), 5)).toBe('must be text of 1 to 120 characters, got 5');
    expect(refusal(text({ max: 120 }), undefined)).toBe('is missing; it must be text of 1 to 120 characters');
  });

  test('values with a length that are not text are rejected as a wrong type', () => {
    const others: unknown[] = [{ length: 300 }, { length: 0 }, { length: 300, toString: null }, []];
    const messages = others.flatMap((value) => upTo8.safeParse(value).error?.issues ?? []);
    expect(new Set(messages.map(({ message }) => message))).toEqual(
      new Set([
        'must be text of 1 to 8 characters, got an object',
        'must be text of 1 to 8 characters, got a list of 0',
      ]),
    );
  });

  test('optional text that is empty after trimming is null', () => {
    expect(optionalText(10).parse(' \u0085 ')).toBeNull();
    expect(optionalText(10).parse(null)).toBeNull();
    expect(optionalText(10).parse(' a ')).toBe('a');
  });
});

describe('numbers', () => {
  test('an id is a positive integer that a JSON number carries exactly', () => {
    expect(accepts(id, 1)).toBe(true);
    expect(accepts(id, Number.MAX_SAFE_INTEGER)).toBe(true);
    const wrong = [0, -1, 1.5, 2 ** 53, Number.NaN, Number.POSITIVE_INFINITY, '1', null, true, [1]];
    expect(wrong.filter((value) => accepts(id, value))).toEqual([]);
  });

  test('a whole number is accepted exactly between its bounds, and the error states them', () => {
    const windowDays = wholeNumber(1, 90);
    fc.assert(
      fc.property(fc.integer({ min: -200, max: 200 }), (value) => {
        expect(accepts(windowDays, value)).toBe(value >= 1 && value <= 90);
      }),
    );
    expect(refusal(windowDays, '7')).toBe('must be a whole number from 1 to 90, got "7"');
    expect(refusal(windowDays, 7.5)).toBe('must be a whole number from 1 to 90, got 7.5');
  });

  test('cursor starts at zero, limit has a default', () => {
    expect(accepts(cursor, 0)).toBe(true);
    expect(accepts(cursor, -1)).toBe(false);
    expect(limit(20, 100).parse(undefined)).toBe(20);
    expect(accepts(limit(20, 100), 0)).toBe(false);
    expect(accepts(limit(20, 100), 101)).toBe(false);
  });

  test('an amount is a finite number from zero', () => {
    expect(accepts(amount(10), 9.99)).toBe(true);
    expect(accepts(amount(10), -0.01)).toBe(false);
    expect(accepts(amount(10), Number.POSITIVE_INFINITY)).toBe(false);
  });
});

describe('hash', () => {
  test('32 hexadecimal digits of either case become lower case', () => {
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.constantFrom(...Array.from('0123456789abcdefABCDEF')),
          minLength: 32,
          maxLength: 32,
        }),
        (value) => {
          expect(hash.parse(value)).toBe(value.toLowerCase());
        },
      ),
    );
  });

  test('31, 33 and other digits are refused', () => {
    expect(accepts(hash, 'a'.repeat(31))).toBe(false);
    expect(accepts(hash, 'a'.repeat(33))).toBe(false);
    expect(refusal(hash, 'g'.repeat(32))).toBe(`must be 32 hexadecimal digits, got "${'g'.repeat(32)}"`);
  });
});

/** The rule in words, as a check on the pattern. */
function isSlug(value: string): boolean {
  const letters = Array.from(value);
  return (
    letters.length >= 3 &&
    letters.length <= 64 &&
    letters.every((letter) => 'abcdefghijklmnopqrstuvwxyz0123456789-'.includes(letter)) &&
    letters.some((letter) => letter >= 'a' && letter <= 'z') &&
    !value.startsWith('-') &&
    !value.endsWith('-')
  );
}

describe('slug', () => {
  test('accepts exactly the described texts', () => {
    const near = fc.string({ unit: fc.constantFrom('a', 'z', '0', '9', '-', 'A', 'é', '_'), maxLength: 6 });
    const long = fc.string({ unit: fc.constantFrom('a', '1', '-'), minLength: 60, maxLength: 68 });
    fc.assert(
      fc.property(fc.oneof(near, long), (value) => {
        expect(accepts(slug, value)).toBe(isSlug(value));
      }),
      { numRuns: 2000 },
    );
  });

  test.each(['abc', '1-a', 'a--b', 'a'.repeat(64)])('%s is a slug', (value) => {
    expect(slug.parse(value)).toBe(value);
  });

  test.each(['ab', '123', '1-2', '-abc', 'abc-', 'Abc', 'a b', 'a'.repeat(65), ''])('%j is none', (value) => {
    expect(accepts(slug, value)).toBe(false);
  });
});

describe('country code', () => {
  test('there are 249 codes, each of two capital letters', () => {
    expect(countryCodes.size).toBe(249);
    expect([...countryCodes].filter((code) => !/^[A-Z]{2}$/.test(code))).toEqual([]);
  });

  test('either case is accepted and becomes upper case', () => {
    fc.assert(
      fc.property(fc.constantFrom(...countryCodes), fc.boolean(), fc.boolean(), (code, first, second) => {
        const mixed =
          (first ? code.charAt(0).toLowerCase() : code.charAt(0)) +
          (second ? code.charAt(1).toLowerCase() : code.charAt(1));
        expect(countryCode.parse(mixed)).toBe(code);
      }),
    );
  });

  test('a pair of letters that is not a country is rejected', () => {
    const letter = fc.constantFrom(...Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ'));
    fc.assert(
      fc.property(letter, letter, (a, b) => {
        expect(accepts(countryCode, a + b)).toBe(countryCodes.has(a + b));
      }),
    );
    const wrong = ['XX', 'UK', 'EU', 'ZZ', 'USA', 'U', ''];
    expect(wrong.filter((value) => accepts(countryCode, value))).toEqual([]);
  });

  test('letters that only become ASCII by a change of case are rejected', () => {
    // Upper-cased, these read SS, FI and IT.
    expect(['ß', 'ﬁ', 'ıt'].filter((value) => accepts(countryCode, value))).toEqual([]);
  });

  test('the error shows the received value', () => {
    expect(refusal(countryCode, 'xx')).toBe('must be the two-letter code of a country, such as US, got "xx"');
  });
});

describe('currency', () => {
  test('a code of ISO 4217 is accepted in either case, empty text is null, other letters are rejected', () => {
    expect(['eur', 'USD', ' jpy ', '', null].map((value) => optionalCurrencyCode.parse(value))).toEqual([
      'EUR',
      'USD',
      'JPY',
      null,
      null,
    ]);
    expect(
      ['XXQ', 'EURO', 'E', '$', 'u\u017fd'].filter((value) => accepts(optionalCurrencyCode, value)),
    ).toEqual([]);
    expect(refusal(optionalCurrencyCode, 'XXQ')).toBe(
      'must be the three-letter code of a currency, such as USD, got "XXQ"',
    );
  });
});

describe('colour', () => {
  test.each([
    ['#0AF', '#00aaff'],
    ['#0af8', '#00aaff'],
    [' #00aaff80 ', '#00aaff'],
    ['rgb(0, 170, 255)', '#00aaff'],
    ['rgba(0 170 300 / 50%)', '#00aaff'],
    ['rgb(0%, 66.67%, 100%)', '#00aaff'],
    ['hsl(200deg 100% 50%)', '#00aaff'],
    ['hsla(-160, 100%, 50%, .5)', '#00aaff'],
    ['Navy', '#000080'],
    ['rebeccapurple', '#663399'],
  ])('%s is %s', (value, expected) => expect(color.parse(value)).toBe(expected));

  test.each(['', '#12', '#12345', '#GGGGGG', 'bad', '1, 2, 3', 'rgb(1, 2)', 'transparent', 'constructor', 7])(
    '%j is none',
    (value) => expect(accepts(color, value)).toBe(false),
  );

  test('the error shows valid examples', () => {
    expect(refusal(color, '#12')).toBe(
      'must be a CSS colour such as #1a2b3c, rgb(26, 43, 60), hsl(210, 40%, 17%) or tomato, got "#12"',
    );
  });
});

describe('base64', () => {
  test('white space is removed', () => {
    expect(base64.parse(' QUJD\r\nREVG\n')).toBe('QUJDREVG');
    expect(['QQ', 'QQ==', 'QUI=', '-_-_'].map((value) => base64.parse(value))).toEqual([
      'QQ',
      'QQ==',
      'QUI=',
      '-_-_',
    ]);
  });

  test.each([
    ['', 'must be a file in base64, got empty text'],
    [' \n', 'must be a file in base64, got empty text'],
    ['no!', 'must be a file in base64, got other characters'],
    ['QQ==QQ==', 'must be a file in base64, got other characters'],
    ['QUJDR', 'must be a file in base64, got a truncated file'],
    [7, 'must be a file in base64, got 7'],
    [undefined, 'is missing; it must be a file in base64'],
  ])('%j %s', (value, expected) => expect(refusal(base64, value)).toBe(expected));
});

describe('addresses', () => {
  test.each([
    'https://example.com',
    'http://example.com:8080/a?b=c#d',
    'HTTPS://EXAMPLE.COM/',
    'https://münchen.example/straße',
    'http://127.0.0.1/',
    'https://example.com/?utm={{ad.id}}',
  ])('%s is kept as it was written', (value) => {
    expect(httpUrl.parse(` ${value}\n`)).toBe(value);
  });

  test.each([
    'ftp://example.com',
    'javascript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    '//example.com',
    'example.com',
    'http:example.com',
    'http:///example.com',
    'https://',
    String.raw`https:\\example.com`,
    'https://user@example.com',
    'https://user:secret@example.com',
    'https://:@example.com@evil.example',
    'https://exam\nple.com',
    'https://example.com/a b',
    'https://example.com/\0',
    'https://example.com/\uD800',
    'https://example.com:99999/',
    `https://example.com/${'a'.repeat(2048)}`,
    '',
  ])('%j is refused', (value) => {
    expect(accepts(httpUrl, value)).toBe(false);
  });

  test('an e-mail address is trimmed and lower-cased', () => {
    expect(email.parse(' Ada@Example.COM ')).toBe('ada@example.com');
  });

  test.each([
    'ada',
    'ada@',
    '@example.com',
    'a b@example.com',
    'ada@example',
    `${'a'.repeat(250)}@example.com`,
    '\u212Aim@example.com',
  ])('%j is no e-mail address', (value) => {
    expect(accepts(email, value)).toBe(false);
  });

  test('a language code is lower-cased', () => {
    expect(languageCode.parse('pt-BR')).toBe('pt-br');
    expect(accepts(languageCode, '')).toBe(false);
    expect(accepts(languageCode, 'en; DROP')).toBe(false);
  });

  test.each([
    ['en', 'en'],
    ['EN', 'en'],
    ['eng', 'en'],
    ['pt-BR', 'pt'],
    ['pt_br', 'pt'],
    ['zh-Hant-TW', 'zh'],
    ['iw', 'he'],
    ['nb-NO', 'no'],
    ['haw', 'haw'],
  ])('%s filters by %s, the form that ads are stored with', (value, language) => {
    expect(languageFilter.parse(value)).toBe(language);
  });

  test.each(['english', 'e', 'xx', 'und', 'mul', '12', 'pt-', 'en; DROP', ''])(
    '%j is no language to filter by',
    (value) => {
      const message = `must be a language code, such as en or pt-BR, got ${JSON.stringify(value)}`;
      expect(languageFilter.safeParse(value).error?.issues[0]?.message).toBe(message);
    },
  );
});

describe('lists and choices', () => {
  test('a list that is too long is one issue, not one for each of its values', () => {
    const error = list(platform, 100).safeParse(Array.from({ length: 500_000 }, () => 1)).error;
    expect(error?.issues.map((issue) => issue.message)).toEqual([
      'must be a list of at most 100, got a list of 500000',
    ]);
  });

  test('the error for a wrong choice lists all choices', () => {
    expect(refusal(platform, 'myspace')).toBe(
      'must be one of facebook, instagram, youtube, linkedin, tiktok, got "myspace"',
    );
  });

  test('names of inherited properties are not choices', () => {
    const inherited = ['__proto__', 'constructor', 'toString', 'hasOwnProperty'];
    expect(inherited.filter((value) => accepts(platform, value))).toEqual([]);
  });
});
