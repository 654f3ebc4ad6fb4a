import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { PublicAd, PublicBoardPage } from '@magpie/contract';
import type { ImageRenderer } from '../../integrations/drawing/drawing.ts';
import { fit, halfCapHeight, type FittedText, type TextBlock } from '../../integrations/drawing/fit.ts';
import { getInitials, chooseLineHeight, styledText } from '../../integrations/drawing/lettering.ts';
import type { Box, Line, ImageLayout } from '../../integrations/drawing/imageLayout.ts';
import { toDegrees, pickHue, pictureOfAd } from './shownAd.ts';

export const previewSize = { width: 1200, height: 630 } as const;

interface Preview {
  readonly name: string;
  readonly count: string;
  readonly tiles: readonly Tile[];
}

interface Tile {
  /** Digest of the stored picture; null to show initials. */
  readonly sha256: string | null;
  readonly initials: string;
  readonly hue: number;
}

const maxTiles = 4;

export function buildPreview({ board, ads }: PublicBoardPage, count: string, site: string): Preview {
  const tiles = new Map<string, Tile>();
  for (const tile of ads.map((ad) => buildTile(ad, site))) {
    const key = tile.sha256 ?? `${tile.hue} ${tile.initials}`;
    if (!tiles.has(key)) tiles.set(key, tile);
  }
  const pictured = [...tiles.values()].filter(({ sha256 }) => sha256 !== null);
  const named = [...tiles.values()].filter(({ sha256 }) => sha256 === null);
  return { name: board.name, count, tiles: [...pictured, ...named].slice(0, maxTiles) };
}

function buildTile(ad: PublicAd, site: string): Tile {
  const picture = pictureOfAd(ad, site);
  return { sha256: picture?.sha256 ?? null, initials: getInitials(ad.advertiser.name), hue: pickHue(ad) };
}

const ink = '#1b1f24';
const quiet = '#5b636d';
const accent = '#0b7285';
const gap = 12;
const tileAreaSize = 630;
const margin = 64;
const labelSize = 28;
const countSize = 32;
const nameCountGap = 24;
const middle = 332;

async function previewPicture(
  { name, count, tiles }: Preview,
  photographs: ReadonlyMap<string, Uint8Array>,
  drawing: Pick<ImageRenderer, 'measure'>,
): Promise<ImageLayout> {
  const right = tiles.length === 0 ? previewSize.width - margin : previewSize.width - tileAreaSize - 48;
  const words = await layOutName(name, drawing);
  const set = fit(words, { width: right - margin, height: 330, maxSize: 72, minSize: 44, maxLines: 5 });
  const top = middle - ((set?.height ?? 0) + nameCountGap + countSize) / 2;
  const under = top + (set?.height ?? 0) + nameCountGap + countSize / 2;
  const places = tileLayout(tiles.length);
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

async function layOutName(name: string, drawing: Pick<ImageRenderer, 'measure'>): Promise<TextBlock> {
  const lettering = styledText(name, { weight: 700, isLarge: true, language: null });
  const [measured = { text: '', words: [] }] = await drawing.measure([lettering]);
  return { style: lettering, measured, lineHeight: chooseLineHeight(measured.text, true) };
}

/** Aligned to the side where the script starts. */
function nameLines(
  { style: lettering, lineHeight: leading }: TextBlock,
  { lines, size }: FittedText,
  { left, right, top }: { readonly left: number; readonly right: number; readonly top: number },
): Line[] {
  const begins = lettering.direction === 'ltr' ? { x: left, align: 'left' } : { x: right, align: 'right' };
  return lines.map(({ text }, index) => {
    const baseline = top + (index + 0.5) * leading * size + halfCapHeight * size;
    return { ...lettering, ...(begins as Pick<Line, 'x' | 'align'>), text, size, color: ink, baseline };
  });
}

type Text = Pick<Line, 'text' | 'size' | 'color' | 'weight'>;

/** A line whose capitals are vertically centered at `y`. */
function textAt(x: number, y: number, { text, size, color, weight }: Text): Line {
  const lettering = styledText(text, { weight, isLarge: false, language: null });
  return { ...lettering, size, color, x, align: 'left', baseline: y + halfCapHeight * size };
}

interface TilePlace {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** One ad fills the square, two take a half each, three a half and two quarters, four a quarter each, in row order. */
function tileLayout(count: number): readonly TilePlace[] {
  const edge = previewSize.width - tileAreaSize;
  const half = (tileAreaSize - gap) / 2;
  const tall = (column: number): TilePlace => ({
    left: edge + column * (half + gap),
    top: 0,
    width: half,
    height: tileAreaSize,
  });
  const quarter = (column: number, row: number): TilePlace => ({
    ...tall(column),
    top: row * (half + gap),
    height: half,
  });
  if (count === 1) return [{ left: edge, top: 0, width: tileAreaSize, height: tileAreaSize }];
  if (count === 2) return [tall(0), tall(1)];
  return count === 3
    ? [tall(0), quarter(1, 0), quarter(1, 1)]
    : [quarter(0, 0), quarter(1, 0), quarter(0, 1), quarter(1, 1)];
}

function tileIn(
  place: TilePlace,
  { sha256, initials, hue }: Tile,
  photographs: ReadonlyMap<string, Uint8Array>,
): { readonly box: Box; readonly lines: readonly Line[] } {
  const photograph = sha256 === null ? undefined : photographs.get(sha256);
  const degrees = toDegrees(hue);
  const style = { position: 'absolute', ...place, backgroundColor: `hsl(${degrees}, 45%, 91%)` };
  if (photograph !== undefined) return { box: { style, photograph }, lines: [] };
  const { left, top, width, height } = place;
  const letters = { text: initials, size: 96, color: `hsl(${degrees}, 40%, 30%)`, weight: 700 } as const;
  return {
    box: { style },
    lines: [{ ...textAt(left + width / 2, top + height / 2, letters), align: 'center' }],
  };
}

type ReadPicture = (sha256: string) => Promise<Buffer | null>;

export interface DrawnPreview {
  readonly version: string;
  readonly png: () => Promise<Buffer>;
}

/** Previews have 20 to 300 kilobytes each. */
const maxCachedBytes = 32 * 1024 * 1024;

export function createPreviews(
  drawing: ImageRenderer,
  read: ReadPicture,
): (preview: Preview) => DrawnPreview {
  const cache = new LRUCache<string, Buffer, Preview>({
    maxSize: maxCachedBytes,
    sizeCalculation: ({ length }) => length,
    // A rendering that is evicted before it ends still answers its requests.
    ignoreFetchAbort: true,
    // Concurrent requests share one rendering.
    fetchMethod: async (_version, _old, { context: preview }) =>
      drawing.render(await previewPicture(preview, await readPhotographs(preview, read), drawing)),
  });
  return (preview) => {
    const version = createHash('sha256').update(JSON.stringify(preview)).digest('hex').slice(0, 32);
    return { version, png: () => cache.forceFetch(version, { context: preview }) };
  };
}

async function readPhotographs({ tiles }: Preview, read: ReadPicture): Promise<Map<string, Uint8Array>> {
  const photographs = new Map<string, Uint8Array>();
  for (const { sha256 } of tiles) {
    const bytes = sha256 === null ? null : await read(sha256);
    if (sha256 !== null && bytes !== null) photographs.set(sha256, bytes);
  }
  return photographs;
}
