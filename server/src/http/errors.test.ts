import { ClickHouseError } from '@clickhouse/client';
import { expect, it } from 'vitest';
import { MagpieError } from '@magpie/contract/errors';
import { asMagpieError, errorJson } from './middleware/errors.ts';

const clickhouseError = (code: string, type: string): Error =>
  new ClickHouseError({ message: `${type} of a test`, code, type });

it.each([
  clickhouseError('159', 'TIMEOUT_EXCEEDED'),
  clickhouseError('202', 'TOO_MANY_SIMULTANEOUS_QUERIES'),
  clickhouseError('241', 'MEMORY_LIMIT_EXCEEDED'),
  new Error('Timeout error.'),
  Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' }),
  new Error('timeout exceeded when trying to connect'),
  Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' }),
  Object.assign(new Error('idle-in-transaction timeout'), { code: '25P03' }),
])('503 with Retry-After when an engine is overloaded: %s', (error) => {
  expect(asMagpieError(error)).toMatchObject({ httpStatus: 503, retryAfter: 5, cause: error });
});

it('500 for an invalid statement', () => {
  expect(asMagpieError(clickhouseError('47', 'UNKNOWN_IDENTIFIER')).httpStatus).toBe(500);
});

it('an error for a wrong name has suggestions', () => {
  const error = new MagpieError('NOT_FOUND', 'Not stored.', {
    field: 'companyName',
    value: 'Nik',
    suggestions: ['Nike', 'Nikon'],
  });
  expect(JSON.parse(errorJson(error, 'brandSpy.getHeader', 'r1'))).toEqual({
    error: {
      message: 'Not stored.',
      code: -32004,
      data: {
        code: 'NOT_FOUND',
        httpStatus: 404,
        path: 'brandSpy.getHeader',
        requestId: 'r1',
        field: 'companyName',
        value: 'Nik',
        suggestions: ['Nike', 'Nikon'],
      },
    },
  });
});
