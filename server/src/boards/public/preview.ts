import type { PublicAd, PublicBoardPage } from '@magpie/contract';
import type { Drawing } from '../../integrations/drawing/drawing.ts';
import { fit, halfOfCapitals, type SetText, type Words } from '../../integrations/drawing/fit.ts';
import { initialsOf } from '../../integrations/drawing/initials.ts';
import { leadingOf, letteringOf } from '../../integrations/drawing/lettering.ts';
import type { Box, Line, Picture } from '../../integrations/drawing/picture.ts';
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
const margin = 64;
const labelSize = 28;
const countSize = 32;
/** Between the name and the count. */
const apart = 24;
/** Of the name and the count together. */
const middle = 332;

/** The board's name on the left, a square of its ads on the right. */
export async function previewPicture(
  { name, count, tiles }: Preview,
  photographs: ReadonlyMap<string, Uint8Array>,
  drawing: Pick<Drawing, 'measure'>,
): Promise<Picture> {
  const right = tiles.length === 0 ? previewSize.width - margin : previewSize.width - wall - 48;
  const words = await wordsOf(name, drawing);
  const set = fit(words, { width: right - margin, height: 330, most: 72, least: 44, mostLines: 5 });
  const top = middle - ((set?.height ?? 0) + apart + countSize) / 2;
  const under = top + (set?.height ?? 0) + apart + countSize / 2;
  const places = placesOf(tiles.length);
  const shown = tiles.flatMap((tile, index) => {
    const place = places[index];
    return place === undefined ? [] : [tileIn(place, tile, photographs)];
  });
  const style = { ...previewSize, backgroundColor: '#ffffff' };
  return {
    ...previewSize,
    root: { style, parts: shown.map(({ box }) => box) },
    lines: [
      textAt(margin, margin + labelSize / 2, { text: 'Magpie', size: labelSize, color: accent, weight: 700 }),
      ...(set === null ? [] : nameLines(words, set, { left: margin, right, top })),
      textAt(margin, under, { text: count, size: countSize, color: quiet, weight: 400 }),
      ...shown.flatMap(({ lines }) => lines),
    ],
  };
}

async function wordsOf(name: string, drawing: Pick<Drawing, 'measure'>): Promise<Words> {
  const lettering = letteringOf(name, { weight: 700, isLarge: true, language: null });
  const [measured = { text: '', words: [] }] = await drawing.measure([lettering]);
  return { lettering, measured, leading: leadingOf(measured.text, true) };
}

/** On the side where its script begins. */
function nameLines(
  { lettering, leading }: Words,
  { lines, size }: SetText,
  { left, right, top }: { readonly left: number; readonly right: number; readonly top: number },
): Line[] {
  const begins = lettering.direction === 'ltr' ? { x: left, align: 'left' } : { x: right, align: 'right' };
  return lines.map(({ text }, index) => {
    const baseline = top + (index + 0.5) * leading * size + halfOfCapitals * size;
    return { ...lettering, ...(begins as Pick<Line, 'x' | 'align'>), text, size, color: ink, baseline };
  });
}

type Text = Pick<Line, 'text' | 'size' | 'color' | 'weight'>;

/** One line, whose capitals have their middle at `y`. */
function textAt(x: number, y: number, { text, size, color, weight }: Text): Line {
  const lettering = letteringOf(text, { weight, isLarge: false, language: null });
  return { ...lettering, size, color, x, align: 'left', baseline: y + halfOfCapitals * size };
}

interface Place {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** One ad takes the whole square, two a half each, three a half and two quarters, four a quarter each, read in rows. */
function placesOf(count: number): readonly Place[] {
  const edge = previewSize.width - wall;
  const half = (wall - gap) / 2;
  const tall = (column: number): Place => ({
    left: edge + column * (half + gap),
    top: 0,
    width: half,
    height: wall,
  });
  const quarter = (column: number, row: number): Place => ({
    ...tall(column),
    top: row * (half + gap),
    height: half,
  });
  if (count === 1) return [{ left: edge, top: 0, width: wall, height: wall }];
  if (count === 2) return [tall(0), tall(1)];
  return count === 3
    ? [tall(0), quarter(1, 0), quarter(1, 1)]
    : [quarter(0, 0), quarter(1, 0), quarter(0, 1), quarter(1, 1)];
}

/** The picture of an ad, or the first letters of its advertiser. */
function tileIn(
  place: Place,
  { sha256, initials, hue }: Tile,
  photographs: ReadonlyMap<string, Uint8Array>,
): { readonly box: Box; readonly lines: readonly Line[] } {
  const photograph = sha256 === null ? undefined : photographs.get(sha256);
  const degrees = degreesOf(hue);
  const style = { position: 'absolute', ...place, backgroundColor: `hsl(${degrees}, 45%, 91%)` };
  if (photograph !== undefined) return { box: { style, photograph }, lines: [] };
  const { left, top, width, height } = place;
  const letters = { text: initials, size: 96, color: `hsl(${degrees}, 40%, 30%)`, weight: 700 } as const;
  return {
    box: { style },
    lines: [{ ...textAt(left + width / 2, top + height / 2, letters), align: 'center' }],
  };
}
