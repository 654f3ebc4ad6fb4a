import { fit, fitUnbroken, type TextBlock } from '../../../integrations/drawing/fit.ts';
import { textParts, type BlockItem, type ColumnOptions, type TextItem } from './column.ts';
import { mixColors } from '../../colors.ts';
import { plateFor } from './subject.ts';
import type { Surface } from './palette.ts';
import {
  boxParts,
  inset,
  noParts,
  mergeParts,
  rectAt,
  type SceneParts,
  type Rect,
  type Scene,
} from './scene.ts';

/** `maxSize` is in frame units. */
export function headline(scene: Scene, color: string, maxSize: number, maxLines: number): TextItem {
  const { unit } = scene.frame;
  const words = scene.wording.headline;
  const minSize = 3.1 * unit;
  return { kind: 'text', words, color, maxSize: maxSize * unit, minSize, maxLines, gap: 2.6 * unit, rank: 0 };
}

export function bodyText(scene: Scene, words: TextBlock | null, color: string, maxLines = 4): TextItem {
  const { unit } = scene.frame;
  return {
    kind: 'text',
    words,
    color,
    maxSize: 3.1 * unit,
    minSize: 2.3 * unit,
    maxLines,
    gap: 3.4 * unit,
    rank: 3,
  };
}

export function brandMark(scene: Scene, surface: Surface, width: number): BlockItem | null {
  const { frame, logo, wording } = scene;
  const gap = 3 * frame.unit;
  if (logo !== null) {
    const plate = plateFor(logo, surface.back);
    const edge = plate === null ? 0 : 1.2 * frame.unit;
    const scale = Math.min(
      ((plate === null ? 5 : 4) * frame.unit) / logo.height,
      Math.min(width, 24 * frame.unit) / logo.width,
    );
    const size = { width: logo.width * scale + 2 * edge, height: logo.height * scale + 2 * edge };
    const paint = (place: Rect): SceneParts =>
      mergeParts(
        plate === null ? noParts : boxParts(place, { backgroundColor: plate, borderRadius: frame.unit }),
        {
          shapes: [{ kind: 'logo', rect: inset(place, edge) }],
          lines: [],
        },
      );
    return { kind: 'block', ...size, gap, rank: 2, paint };
  }
  return wording.brand === null
    ? null
    : singleLine(wording.brand, { width, size: 3 * frame.unit, color: surface.ink, gap, rank: 2 });
}

interface LineOptions {
  readonly width: number;
  readonly size: number;
  readonly color: string;
  readonly gap: number;
  readonly rank: number;
}

export function singleLine(
  words: TextBlock,
  { width, size, color, gap, rank }: LineOptions,
): BlockItem | null {
  const text = fit(words, { width, height: size * 2, maxSize: size, minSize: size * 0.8, maxLines: 1 });
  if (text === null) return null;
  const paint = (place: Rect): SceneParts => textParts(words, text, place, 'left', color);
  return { kind: 'block', width: text.width, height: text.height, gap, rank, paint };
}

/** The call to action as a button; its shape depends on the seed. */
export function button(scene: Scene, surface: Surface, width: number): BlockItem | null {
  const { frame, wording, chance } = scene;
  const words = wording.callToAction;
  if (words === null) return null;
  const size = 2.7 * frame.unit;
  const [beside, height] = [3.4 * frame.unit, 7.2 * frame.unit];
  const room = { width: width - 2 * beside, height: height * 0.8, maxLines: 1 };
  const text = fit(words, { ...room, maxSize: size, minSize: size * 0.75 });
  if (text === null) return null;
  const borderRadius = chance.pick('button', [height / 2, height / 2, 1.3 * frame.unit, 0.3 * frame.unit]);
  const paint = (place: Rect): SceneParts => {
    const within = { ...place, top: place.top + (place.height - text.height) / 2, height: text.height };
    return mergeParts(
      boxParts(place, { backgroundColor: surface.button, borderRadius }),
      textParts(words, text, within, 'center', surface.onButton),
    );
  };
  return { kind: 'block', width: text.width + 2 * beside, height, gap: 2 * frame.unit, rank: 0, paint };
}

/** Price or discount. Never truncated: shrinks on one line, then wraps. */
export function offerText(
  scene: Scene,
  color: string,
  width: number,
  align: ColumnOptions['align'],
): BlockItem | null {
  const { unit } = scene.frame;
  const words = scene.wording.offer;
  if (words === null) return null;
  const room = { width, height: 30 * unit, maxSize: 4.2 * unit, minSize: 3 * unit, maxLines: 1 };
  const text =
    fitUnbroken(words, room) ??
    fit(words, { ...room, maxSize: 3.6 * unit, minSize: 2.3 * unit, maxLines: 4 });
  if (text === null) return null;
  const paint = (place: Rect): SceneParts => textParts(words, text, place, align, color);
  return { kind: 'block', width: text.width, height: text.height, gap: 2.2 * unit, rank: 0, paint };
}

export function buttonWithOffer(
  scene: Scene,
  surface: Surface,
  width: number,
  align: ColumnOptions['align'],
): (BlockItem | null)[] {
  const { frame } = scene;
  const pressed = button(scene, surface, width);
  const priced = offerText(scene, surface.ink, width, align);
  if (pressed === null || priced === null) return [priced, pressed];
  const between = 3 * frame.unit;
  const both = pressed.width + between + priced.width;
  if (both > width || align === 'center') return [priced, pressed];
  const paint = (place: Rect): SceneParts =>
    mergeParts(
      pressed.paint({ ...place, width: pressed.width }),
      priced.paint(
        rectAt(place.left + pressed.width + between, place.top + (place.height - priced.height) / 2, priced),
      ),
    );
  return [{ ...pressed, width: both, paint }];
}

const starPoints = Array.from({ length: 10 }, (_nothing, at) => {
  const [angle, radius] = [(Math.PI / 5) * at - Math.PI / 2, at % 2 === 0 ? 50 : 21];
  return `${(50 + radius * Math.cos(angle)).toFixed(1)}% ${(52 + radius * Math.sin(angle)).toFixed(1)}%`;
});
const star = `polygon(${starPoints.join(', ')})`;

export function stars(scene: Scene, surface: Surface, size: number): BlockItem | null {
  const { rating } = scene.wording;
  if (rating === null) return null;
  const between = size * 0.18;
  const width = 5 * size + 4 * between;
  const isMirrored = scene.wording.direction === 'rtl';
  const empty = mixColors(surface.back, surface.mark, 0.3);
  const paint = (place: Rect): SceneParts =>
    mergeParts(
      ...[0, 1, 2, 3, 4].map((index) => {
        const left = place.left + index * (size + between);
        const rect = { left, top: place.top, width: size, height: size };
        const share = Math.round(Math.min(1, Math.max(0, rating - index)) * 4) / 4;
        const side = isMirrored ? 'to left' : 'to right';
        const fill = `linear-gradient(${side}, ${surface.mark} ${share * 100}%, ${empty} ${share * 100}%)`;
        const color = share === 1 ? { backgroundColor: surface.mark } : { backgroundImage: fill };
        return boxParts(rect, { ...color, clipPath: star });
      }),
    );
  return { kind: 'block', width, height: size, gap: 2.4 * scene.frame.unit, rank: 1, paint };
}

const tick = 'polygon(18% 52%, 27% 43%, 42% 58%, 73% 27%, 82% 36%, 42% 76%)';

/** As many selling points with ticks as fit, all in one size. */
export function ticks(scene: Scene, surface: Surface, width: number, height: number): BlockItem | null {
  const { unit } = scene.frame;
  for (const count of [4, 3, 2, 1]) {
    const points = scene.wording.points.slice(0, count);
    if (points.length < count) continue;
    for (let size = 3 * unit; size >= 2.3 * unit; size *= 0.95) {
      const list = buildList(points, { surface, width, size });
      if (list !== null && list.height <= height) return { ...list, gap: 3.6 * unit, rank: 1 };
    }
  }
  return null;
}

type ListOptions = { readonly surface: Surface; readonly width: number; readonly size: number };

function buildList(points: readonly TextBlock[], { surface, width, size }: ListOptions): BlockItem | null {
  const [sign, beside, between] = [1.5 * size, 2.2 * size, 0.85 * size];
  const texts = points.map((words) =>
    fit(words, { width: width - beside, height: 10 * size, maxSize: size, minSize: size, maxLines: 2 }),
  );
  if (texts.some((text) => text === null || text.isCut)) return null;
  const heights = texts.map((text) => Math.max(sign, text?.height ?? 0));
  const height = heights.reduce((sum, own) => sum + own + between, -between);
  const paint = (place: Rect): SceneParts => {
    let top = place.top;
    const rows = points.map((words, index) => {
      const text = texts[index];
      const own = heights[index] ?? 0;
      if (text === null || text === undefined) return noParts;
      const above = Math.max(0, (text.size * words.lineHeight - sign) / 2);
      const round = { left: place.left, top: top + above, width: sign, height: sign };
      const written = { ...place, left: place.left + beside, top: top + (own - text.height) / 2 };
      top += own + between;
      return mergeParts(
        boxParts(round, { backgroundColor: surface.mark, borderRadius: sign / 2 }),
        boxParts(round, { backgroundColor: surface.back, clipPath: tick }),
        textParts(words, text, written, 'left', surface.ink),
      );
    });
    return mergeParts(...rows);
  };
  return { kind: 'block', width, height, gap: 0, rank: 1, paint };
}

export function rule(scene: Scene, color: string): BlockItem {
  const { unit } = scene.frame;
  const paint = (place: Rect): SceneParts => boxParts(place, { backgroundColor: color });
  return { kind: 'block', width: 8 * unit, height: 0.7 * unit, gap: 3 * unit, rank: 4, paint };
}
