import { describe, expect, it } from 'vitest';
import { colorOf } from './colors.ts';

describe('a colour', () => {
  it.each([
    ['#0AF', '#00aaff'],
    ['0af8', '#00aaff'],
    [' #00aaff80 ', '#00aaff'],
    ['rgb(0, 170, 255)', '#00aaff'],
    ['rgba(0 170 300 / 50%)', '#00aaff'],
    ['0,170,255', '#00aaff'],
    ['hsl(200deg 100% 50%)', '#00aaff'],
    ['hsla(-160, 100%, 50%, .5)', '#00aaff'],
    ['Navy', '#000080'],
  ])('%s is %s', (text, color) => expect(colorOf(text)).toBe(color));

  it.each(['', '#12345', 'rgb(10%, 20%, 30%)', 'rgb(1, 2)', '3 mugs, 4 cups, 5 plates', 'constructor'])(
    'is not %j',
    (text) => expect(colorOf(text)).toBeNull(),
  );
});
