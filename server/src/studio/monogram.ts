import { halfOfCapitals } from '../integrations/drawing/fit.ts';
import { initialsOf } from '../integrations/drawing/initials.ts';
import { letteringOf } from '../integrations/drawing/lettering.ts';
import type { Picture } from '../integrations/drawing/picture.ts';
import type { AdvertiserLogo } from './studio.ts';

const side = 512;

/** What stands for the logo of an advertiser where none is known: its first letters on a colour of its own. */
export function monogramOf({ advertiserId, name }: AdvertiserLogo): Picture {
  const text = initialsOf(name);
  const size = text.length > 1 ? 200 : 260;
  const letters = {
    ...letteringOf(text, { weight: 700, isLarge: false, language: null }),
    size,
    color: '#ffffff',
    x: side / 2,
    align: 'center' as const,
    baseline: side / 2 + halfOfCapitals * size,
  };
  const style = { width: side, height: side, backgroundColor: `hsl(${advertiserId % 360}, 45%, 42%)` };
  return { width: side, height: side, root: { style }, lines: [letters] };
}
