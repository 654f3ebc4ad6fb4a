import { expect, it } from 'vitest';
import { MagpieError } from '../kernel/errors.ts';
import { errorJson } from './errors.ts';

it('an error tells what may have been meant, where something was asked for by a wrong name', () => {
  const error = new MagpieError('NOT_FOUND', 'Not stored.', { suggestions: ['Nike', 'Nikon'] });
  expect(JSON.parse(errorJson(error, 'brandSpy.getHeader', 'r1'))).toEqual({
    error: {
      message: 'Not stored.',
      code: -32004,
      data: {
        code: 'NOT_FOUND',
        httpStatus: 404,
        path: 'brandSpy.getHeader',
        requestId: 'r1',
        suggestions: ['Nike', 'Nikon'],
      },
    },
  });
});
