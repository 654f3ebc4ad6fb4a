import { expect, it } from 'vitest';
import { negotiateEncoding } from './middleware/compression.ts';

const ours = ['br', 'gzip'] as const;

it.each([
  [undefined, undefined],
  ['', undefined],
  ['identity', undefined],
  ['deflate, zstd', undefined],
  ['xgzip', undefined],
  ['gzip', 'gzip'],
  ['GZip', 'gzip'],
  ['x-gzip', 'gzip'],
  ['gzip, deflate, br', 'br'],
  [['gzip', 'br'], 'br'],
  ['gzip;q=1, br;q=0.8', 'gzip'],
  ['gzip ; q=0.5 ,br;q=0.501', 'br'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0, gzip;q=0.000', undefined],
  ['*', 'br'],
  ['br;q=0, *', 'gzip'],
  ['*;q=0', undefined],
  ['*;q=0, gzip;q=0.1', 'gzip'],
  ['identity;q=0.5, gzip;q=0.4', undefined],
  ['identity;q=0.5, gzip;q=0.5', 'gzip'],
  ['identity, gzip;q=0.9, br;q=0.9', undefined],
  ['identity;q=0, gzip', 'gzip'],
  ['gzip;q=much', undefined],
  [',, gzip ,', 'gzip'],
])('Accept-Encoding: %j selects %j', (accepted, encoding) => {
  expect(negotiateEncoding(accepted, ours)).toBe(encoding);
});

it('chooses among the available encodings', () => {
  expect(negotiateEncoding('br, gzip;q=0.1', ['gzip'])).toBe('gzip');
  expect(negotiateEncoding('br, gzip', [])).toBeUndefined();
});
