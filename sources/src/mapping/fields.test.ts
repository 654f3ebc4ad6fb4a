import { OpenAd } from '@magpie/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  readUrl,
  getPath,
  readCount,
  readCountries,
  readDay,
  readInstant,
  getList,
  marginals,
  readPlatforms,
  readReach,
  readString,
  readTexts,
} from './fields.ts';

const anyText = fc.string({
  unit: fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)),
});
const advertiser = { name: 'Lumen & Oak' };

describe('getPath and getList', () => {
  it('follow own properties and list positions', () => {
    const page = { ads: [{ name: 'first' }, { name: 'second' }] };
    expect(getPath(page, 'ads', 1, 'name')).toBe('second');
    expect(getList(page, 'ads')).toHaveLength(2);
  });

  it.each([['__proto__'], ['constructor'], ['toString'], ['missing']])('do not follow %s', (step) => {
    expect(getPath({}, step)).toBeUndefined();
    expect(getList({ ads: 'none' }, 'ads')).toEqual([]);
  });
});

describe('readText', () => {
  it.each([
    ['  Oat milk \u0085\uFEFF', 'Oat milk'],
    [42, '42'],
    ['a\0b\uD800c', 'abc'],
    ['Cafe\u0301', 'Café'],
    [' \n ', null],
    [null, null],
    [{}, null],
    [Number.NaN, null],
  ])('%j is %j', (raw, text) => expect(readString(raw)).toBe(text));

  it('truncates long text without splitting a surrogate pair', () => {
    expect(readString('x'.repeat(130_000))).toBe(`${'x'.repeat(99_999)}…`);
    expect(readString('x'.repeat(100_000))).toHaveLength(100_000);
    expect(readString('ab😀', 3)).toBe('ab');
  });

  it('returns valid text of the open format for any input', () => {
    const long = fc.constantFrom('x'.repeat(25_000), `a${'\u0301'.repeat(900)}`, '\u0958'.repeat(15_000));
    fc.assert(
      fc.property(fc.oneof(anyText, long), (raw) => {
        const body = readString(raw);
        if (body === null) return;
        expect(OpenAd.parse({ advertiser, bodies: [body] }).bodies).toEqual([body]);
      }),
    );
  });
});

describe('readTexts', () => {
  it('keeps distinct texts in order', () => {
    expect(readTexts(['b', ' a', 'b ', '', null, 'a'])).toEqual(['b', 'a']);
    expect(readTexts('alone')).toEqual(['alone']);
    expect(readTexts(undefined)).toEqual([]);
  });
});

describe('readUrl', () => {
  const metaToken = `EAAB${'x1'.repeat(20)}`;

  it.each([
    ['kept as written', 'https://example.com?A=%2f&b', 'https://example.com?A=%2f&b'],
    ['protocol-relative', '//example.com/a', 'https://example.com/a'],
    ['spaces encoded', 'https://example.com/a b', 'https://example.com/a%20b'],
    ['user and password', 'https://me:secret@example.com/a', 'https://example.com/a'],
    [
      'Facebook wrapper',
      'https://l.facebook.com/l.php?u=https%3A%2F%2Fshop.example%2F%3Fa%3D1&h=AT0',
      'https://shop.example/?a=1',
    ],
    [
      'Instagram wrapper',
      'https://l.instagram.com/?u=https%3A%2F%2Fshop.example%2F&e=AT',
      'https://shop.example/',
    ],
    ['Google wrapper', 'https://www.google.com/url?q=https://shop.example/', 'https://shop.example/'],
    [
      'caller token',
      `https://www.facebook.com/ads/archive/render_ad/?id=7&access_token=${metaToken}`,
      'https://www.facebook.com/ads/archive/render_ad/?id=7',
    ],
    ['token first', 'https://example.com/?ACCESS%5FTOKEN=abc&id=7#top', 'https://example.com/?id=7#top'],
    ['only a token', 'https://example.com/?appsecret_proof=abc', 'https://example.com/'],
    ['token by its looks', `https://example.com/?t=${metaToken}&id=7`, 'https://example.com/?id=7'],
    ['token in the fragment', 'https://example.com/#access_token=abc&id=7', 'https://example.com/#id=7'],
    [
      'token in a nested address',
      'https://example.com/?next=https%3A%2F%2Fx.example%2F%3Faccess_token%3Dabc',
      'https://example.com/',
    ],
    [
      'signed media link',
      'https://scontent.example.net/a.jpg?_nc_cat=1&oh=00_Af&oe=65A9',
      'https://scontent.example.net/a.jpg?_nc_cat=1&oh=00_Af&oe=65A9',
    ],
  ])('%s', (_name, raw, address) => expect(readUrl(raw)).toBe(address));

  it.each([
    ['javascript:alert(1)'],
    ['ftp://example.com/'],
    ['example.com'],
    ['https://'],
    ['https:///a'],
    [''],
    [null],
    [7],
  ])('%j is not an address', (raw) => expect(readUrl(raw)).toBeNull());

  it('is null when longer than the contract allows', () => {
    const address = `https://example.com/${'a'.repeat(3000)}`;
    expect(readUrl(address)).toBe(address);
    expect(readUrl(address, 2048)).toBeNull();
    expect(readUrl(address + 'a'.repeat(9000))).toBeNull();
  });

  it('is null instead of a truncated address', () => {
    const target = encodeURIComponent(`https://shop.example/${'/'.repeat(30_000)}`);
    expect(readUrl(`https://l.facebook.com/l.php?u=${target}`)).toBeNull();
  });

  it('unwraps a limited number of redirects', () => {
    let address = 'https://shop.example/';
    for (let depth = 0; depth < 9; depth += 1)
      address = `https://l.facebook.com/l.php?u=${encodeURIComponent(address)}`;
    expect(readUrl(address)).toContain('l.facebook.com');
  });

  it('returns null or a valid address for any input', () => {
    const hostile = fc.tuple(fc.constantFrom('https://', '//', 'HTTP://a', 'https://a.example/'), anyText);
    fc.assert(
      fc.property(hostile, ([start, rest]) => {
        const url = readUrl(start + rest, 2048);
        expect(OpenAd.parse({ advertiser, sourceUrl: url }).sourceUrl).toBe(url);
      }),
    );
  });
});

describe('readDay and readInstant', () => {
  it.each([
    [1705132800, '2024-01-13T08:00:00.000Z'],
    ['1705132800', '2024-01-13T08:00:00.000Z'],
    [1705132800123, '2024-01-13T08:00:00.123Z'],
    [20240113, '2024-01-13T00:00:00.000Z'],
    ['2024-01-13', '2024-01-13T00:00:00.000Z'],
    ['2024/01/13', '2024-01-13T00:00:00.000Z'],
    ['2019-01-24T19:02:04+0000', '2019-01-24T19:02:04.000Z'],
    ['2019-01-24T23:02:04-0530', '2019-01-25T04:32:04.000Z'],
    ['2019-01-24T19:02:04.5+01:00', '2019-01-24T18:02:04.500Z'],
    ['2019-01-24 19:02:04', '2019-01-24T19:02:04.000Z'],
    ['2019-01-24 19:02 UTC', '2019-01-24T19:02:00.000Z'],
  ])('%j is %s', (raw, instant) => {
    expect(readInstant(raw)).toBe(instant);
    expect(readDay(raw)).toBe(instant.slice(0, 10));
  });

  it.each([
    [0],
    [-1],
    [2024],
    ['2024-02-30'],
    ['2024-13-01'],
    ['2024-01-01T25:00'],
    ['2150-01-01'],
    ['1969-12-31'],
    [1e17],
    ['soon'],
    [null],
    [Number.NaN],
    [1.5],
  ])('%j is not a date', (raw) => expect(readInstant(raw)).toBeNull());

  it('parse every second from 1974 to 2100 as seconds, milliseconds and text', () => {
    fc.assert(
      fc.property(fc.integer({ min: 126_230_400, max: 4_133_980_799 }), (seconds) => {
        const instant = new Date(seconds * 1000).toISOString();
        expect([seconds, String(seconds), seconds * 1000, instant].map(readInstant)).toEqual(
          Array(4).fill(instant),
        );
      }),
    );
  });
});

describe('readCount', () => {
  it.each([
    [12, 12],
    ['12', 12],
    ['1,234', 1234],
    ['1.234.567', 1_234_567],
    ['1 234', 1234],
    ['11K', 11_000],
    ['2.5M', 2_500_000],
    ['1,5k', 1500],
    ['1.2 B', 1_200_000_000],
    ['12.0', 12],
    ['0', 0],
    ['-5', null],
    [-5, null],
    ['1.23', null],
    ['12 apples', null],
    ['', null],
    ['9'.repeat(30), null],
    [Number.POSITIVE_INFINITY, null],
    [true, null],
  ])('%j is %j', (raw, count) => expect(readCount(raw)).toBe(count));
});

describe('readReach', () => {
  const range = (lower: number, upper: number | null, value: number) => ({
    value,
    lower,
    upper,
    kind: 'range',
  });
  const exactly = (value: number) => ({ value, lower: null, upper: null, kind: 'reported' });

  it.each([
    ['10K-100K', range(10_000, 100_000, 55_000), '10K-100K'],
    ['0-1K', range(0, 1000, 500), '0-1K'],
    ['10K – 100K', range(10_000, 100_000, 55_000), '10K – 100K'],
    ['≤ 10k', range(0, 10_000, 5000), '≤ 10k'],
    ['<1000', range(0, 1000, 500), '<1000'],
    ['>1M', range(1_000_000, null, 1_000_000), '>1M'],
    ['100K+', range(100_000, null, 100_000), '100K+'],
    ['11K', exactly(11_000), '11K'],
    ['1234', exactly(1234), null],
    [0, exactly(0), null],
    [{ from: 5000, to: 10_000 }, range(5000, 10_000, 7500), null],
    [{ lower_bound: '10000' }, range(10_000, null, 10_000), null],
    [{ lower_bound: '0', upper_bound: '999' }, range(0, 999, 500), null],
  ])('%j', (raw, reach, reachText) => expect(readReach(raw)).toEqual({ reach, reachText }));

  it.each([
    ['-'],
    [''],
    ['n/a'],
    ['1-2-3'],
    ['-5'],
    ['10K-'],
    ['9-1'],
    [{}],
    [{ from: 9, to: 1 }],
    [[]],
    [null],
  ])('%j is unknown', (raw) => expect(readReach(raw)).toBeNull());

  it('never returns an invalid reach', () => {
    const bound = fc.oneof(fc.nat(), fc.double(), fc.string(), fc.constant(null));
    fc.assert(
      fc.property(fc.oneof(bound, fc.record({ lower_bound: bound, upper_bound: bound })), (raw) => {
        expect(OpenAd.safeParse({ advertiser, ...readReach(raw) }).error).toBeUndefined();
      }),
    );
  });
});

describe('readPlatforms', () => {
  it('keeps known platforms, and every placement in lower case', () => {
    expect(readPlatforms(['INSTAGRAM', 'Facebook', 'AUDIENCE_NETWORK', 'facebook', null])).toEqual({
      platforms: ['facebook', 'instagram'],
      placements: ['instagram', 'facebook', 'audience_network'],
    });
  });

  it('reads the list of a table cell', () => {
    expect(readPlatforms('["FACEBOOK", "THREADS"]').placements).toEqual(['facebook', 'threads']);
    expect(readPlatforms(undefined)).toEqual({ platforms: [], placements: [] });
  });
});

describe('readCountries', () => {
  it('keeps valid codes once, in upper case', () => {
    expect(readCountries(['de', 'DE', 'XX', 'ALL', 'Fr', null, 'ß'])).toEqual(['DE', 'FR']);
  });
});

describe('marginals', () => {
  it('sums each dimension over the other two', () => {
    const groups = [
      { country: 'FR', age: '18-24', gender: 'female', reach: 10 },
      { country: 'FR', age: '65+', gender: 'Male', reach: '5' },
      { country: 'be', age: 'Unknown', gender: 'unknown', reach: 1 },
      { country: 'BE', age: '18-24', reach: null },
    ];
    expect(marginals(groups)).toEqual({
      gender: { female: 10, male: 5, unknown: 1 },
      age: { '18-24': 10, '65+': 5, unknown: 1 },
      country: { FR: 15, BE: 1 },
    });
  });

  it('is null without reach, and safe for prototype names', () => {
    expect(marginals([])).toBeNull();
    expect(marginals([{ age: '__proto__', gender: '__proto__', country: '__proto__', reach: 3 }])).toEqual({
      gender: { unknown: 3 },
      age: { unknown: 3 },
      country: {},
    });
  });
});
