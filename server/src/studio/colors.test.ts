import { describe, expect, it } from 'vitest';
import { parseColor } from './colors.ts';

describe('a colour', () => {
  it.each([
    ['0af8', '#00aaff'],
    [' #00aaff80 ', '#00aaff'],
    ['0,170,255', '#00aaff'],
    ['0 170 255 / 50%', '#00aaff'],
    ['Navy', '#000080'],
  ])('%s is %s', (text, color) => expect(parseColor(text)).toBe(color));

  it.each(['', '12345', '##123', 'rgb(1, 2)', '1, 2, 3)', '3 mugs, 4 cups, 5 plates', 'constructor'])(
    'is not %j',
    (text) => expect(parseColor(text)).toBeNull(),
  );
});
