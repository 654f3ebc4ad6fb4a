import { halfCapHeight } from '../integrations/drawing/fit.ts';
import { initialsOf } from '../integrations/drawing/lettering.ts';
import { styledText } from '../integrations/drawing/lettering.ts';
import type { ImageLayout } from '../integrations/drawing/picture.ts';
import type { AdvertiserLogo } from './studio.ts';

const side = 512;

/** Placeholder for an unknown logo: the advertiser's initials on a colour derived from its id. */
export function monogramOf({ advertiserId, name }: AdvertiserLogo): ImageLayout {
  const text = initialsOf(name);
  const size = text.length > 1 ? 200 : 260;
  const letters = {
    ...styledText(text, { weight: 700, isLarge: false, language: null }),
    size,
    color: '#ffffff',
    x: side / 2,
    align: 'center' as const,
    baseline: side / 2 + halfCapHeight * size,
  };
  const style = { width: side, height: side, backgroundColor: `hsl(${advertiserId % 360}, 45%, 42%)` };
  return { width: side, height: side, root: { style }, lines: [letters] };
}
