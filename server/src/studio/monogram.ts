import { initialsOf } from '../kernel/drawing/initials.ts';
import type { Picture } from '../kernel/drawing/picture.ts';
import type { AdvertiserLogo } from './studio.ts';

const side = 512;

/** What stands for the logo of an advertiser where none is known: its first letters on a colour of its own. */
export function monogramOf({ advertiserId, name }: AdvertiserLogo): Picture {
  const text = initialsOf(name);
  const style = {
    width: side,
    height: side,
    alignItems: 'center',
    justifyContent: 'center',
    backgroundColor: `hsl(${advertiserId % 360}, 45%, 42%)`,
  };
  const letters = {
    style: { fontSize: text.length > 1 ? 200 : 260, color: '#ffffff' },
    text,
    weight: 700 as const,
  };
  return { width: side, height: side, root: { style, parts: [letters] } };
}
