import type { PublicAd, PublicBoardPage } from '@magpie/contract';
import { initialsOf } from '../../kernel/drawing/initials.ts';
import type { Box, Picture } from '../../kernel/drawing/picture.ts';
import { degreesOf, hueOf, pictureOfAd } from './shownAd.ts';

/** What services that unfold links expect. */
export const previewSize = { width: 1200, height: 630 } as const;

/** What the preview of a board shows. */
export interface Preview {
  readonly name: string;
  readonly count: string;
  readonly tiles: readonly Tile[];
}

interface Tile {
  /** Of the kept picture; null where initials stand for it. */
  readonly sha256: string | null;
  readonly initials: string;
  readonly hue: number;
}

const mostTiles = 4;

/** Up to four ads: those with pictures before those that have only the name of their advertiser. */
export function previewOf({ board, ads }: PublicBoardPage, count: string, site: string): Preview {
  const tiles = ads.map((ad) => tileOf(ad, site));
  const pictured = onePerKey(
    tiles.filter(({ sha256 }) => sha256 !== null),
    ({ sha256 }) => sha256,
  );
  const named = onePerKey(
    tiles.filter(({ sha256 }) => sha256 === null),
    ({ hue, initials }) => `${hue} ${initials}`,
  );
  return { name: board.name, count, tiles: [...pictured, ...named].slice(0, mostTiles) };
}

function tileOf(ad: PublicAd, site: string): Tile {
  const picture = pictureOfAd(ad, site);
  return { sha256: picture?.sha256 ?? null, initials: initialsOf(ad.advertiser.name), hue: hueOf(ad) };
}

function onePerKey(tiles: readonly Tile[], keyOf: (tile: Tile) => string | null): Tile[] {
  return [...new Map(tiles.toReversed().map((tile) => [keyOf(tile), tile])).values()].toReversed();
}

const ink = '#1b1f24';
const quiet = '#5b636d';
const accent = '#0b7285';
const gap = 12;
const wall = 630;

/** The board's name on the left, a square of its ads on the right. */
export function previewPicture(
  { name, count, tiles }: Preview,
  photographs: ReadonlyMap<string, Uint8Array>,
): Picture {
  const fontSize = sizeOf(name);
  const direction = isRightToLeft(name) ? 'rtl' : 'ltr';
  const words: Box = {
    style: {
      flex: 1,
      minWidth: 0,
      flexDirection: 'column',
      padding: 64,
      paddingRight: tiles.length === 0 ? 64 : 48,
    },
    parts: [
      { style: { fontSize: 28, color: accent }, weight: 700, text: 'Magpie' },
      {
        style: {
          display: 'block',
          lineClamp: 5,
          marginTop: 'auto',
          fontSize,
          lineHeight: 1.15,
          color: ink,
          letterSpacing: -fontSize / 60,
          wordBreak: 'break-word',
          width: '100%',
          direction,
        },
        weight: 700,
        text: name,
      },
      { style: { marginTop: 24, marginBottom: 'auto', fontSize: 32, color: quiet }, text: count },
    ],
  };
  const parts = tiles.length === 0 ? [words] : [words, mosaic(tiles, photographs)];
  return { ...previewSize, root: { style: { ...previewSize, backgroundColor: '#ffffff' }, parts } };
}

/** One ad takes the whole square, two a half each, three a half and two quarters, four a quarter each. */
function mosaic(tiles: readonly Tile[], photographs: ReadonlyMap<string, Uint8Array>): Box {
  const half = (wall - gap) / 2;
  const heights = tiles.length === 1 ? [wall] : tiles.length === 2 ? [wall, wall] : [half, half, half, half];
  const width = tiles.length === 1 ? wall : half;
  if (tiles.length === 3) heights[0] = wall;
  const boxes = tiles.map((tile, index) => tileBox(tile, width, heights[index] ?? half, photographs));
  const columns = tiles.length === 3 ? [boxes.slice(0, 1), boxes.slice(1)] : columnsOf(boxes);
  return {
    style: { width: wall, height: wall, flexShrink: 0, gap },
    parts: columns.map((parts) => ({ style: { flexDirection: 'column', gap }, parts })),
  };
}

/** Read in rows. */
function columnsOf(boxes: readonly Box[]): Box[][] {
  const columns = [0, 1].map((column) => boxes.filter((_box, index) => index % 2 === column));
  return columns.filter(({ length }) => length > 0);
}

function tileBox(
  { sha256, initials, hue }: Tile,
  width: number,
  height: number,
  photographs: ReadonlyMap<string, Uint8Array>,
): Box {
  const photograph = sha256 === null ? undefined : photographs.get(sha256);
  const degrees = degreesOf(hue);
  return {
    style: {
      width,
      height,
      alignItems: 'center',
      justifyContent: 'center',
      backgroundColor: `hsl(${degrees}, 45%, 91%)`,
    },
    ...(photograph === undefined ? {} : { photograph }),
    parts: [{ style: { fontSize: 96, color: `hsl(${degrees}, 40%, 30%)` }, weight: 700, text: initials }],
  };
}

/** Smaller the longer the name is; letters of East Asia are twice as wide as others. */
function sizeOf(name: string): number {
  const wide = name.match(/[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/gu) ?? [];
  const letters = Array.from(name).length + wide.length;
  if (letters <= 24) return 72;
  return letters <= 60 ? 56 : 44;
}

/** By the first letter that has a direction, as a browser does it. */
function isRightToLeft(text: string): boolean {
  const first = /\p{L}/u.exec(text)?.[0] ?? '';
  return /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u.test(first);
}
