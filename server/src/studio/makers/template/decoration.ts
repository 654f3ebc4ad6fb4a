import type { Surface } from './palette.ts';
import { box, noParts, merge, type Parts, type Rect, type Scene } from './scene.ts';

/** A background with a large, subtle shape that depends on the seed. */
export function background(scene: Scene, surface: Surface, rect: Rect): Parts {
  const plain = box(rect, { backgroundColor: surface.back });
  const decoration = scene.chance.pick('decoration', [disc, ring, arcs, slope, none]);
  return merge(plain, decoration(scene, surface, rect));
}

/** A square around one of three corners; text usually starts at the fourth. */
function aroundCorner({ chance }: Scene, rect: Rect, share: number): Rect {
  const [right, low] = chance.pick('corner', [
    [1, 0],
    [1, 1],
    [0, 1],
  ]);
  const size = Math.max(rect.width, rect.height) * share;
  const [left, top] = [rect.left + right * rect.width - size / 2, rect.top + low * rect.height - size / 2];
  return { left, top, width: size, height: size };
}

function disc(scene: Scene, { shade }: Surface, rect: Rect): Parts {
  const place = aroundCorner(scene, rect, 1.15);
  return box(place, { backgroundColor: shade, borderRadius: place.width / 2 }, rect);
}

function ring(scene: Scene, { shade }: Surface, rect: Rect): Parts {
  return ringParts(aroundCorner(scene, rect, 1.1), 7 * scene.frame.unit, shade, rect);
}

function arcs(scene: Scene, { shade }: Surface, rect: Rect): Parts {
  const places = [0.5, 0.8, 1.1, 1.4].map((share) => aroundCorner(scene, rect, share));
  return merge(...places.map((place) => ringParts(place, 1.6 * scene.frame.unit, shade, rect)));
}

export function ringParts(place: Rect, thickness: number, color: string, clip: Rect): Parts {
  return box(
    place,
    { border: `${thickness}px solid ${color}`, borderRadius: place.width / 2, boxSizing: 'border-box' },
    clip,
  );
}

function slope({ chance }: Scene, { shade }: Surface, rect: Rect): Parts {
  const corners = chance.pick('slope', [
    [
      [0, 0],
      [1, 0],
      [1, 0.34],
      [0, 0.62],
    ],
    [
      [0, 0.66],
      [1, 0.38],
      [1, 1],
      [0, 1],
    ],
  ]);
  const points = corners.map(([x, y]) => `${x * rect.width}px ${y * rect.height}px`);
  return box(rect, { backgroundColor: shade, clipPath: `polygon(${points.join(', ')})` });
}

function none(): Parts {
  return noParts;
}
