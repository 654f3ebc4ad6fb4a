import type { Random } from '../random.ts';
import { colour, hex, shade, type Palette } from './palette.ts';
import { rect, disc, line, oval, path, place, type Sheet } from './sheet.ts';

/** A background, and the baseline of the product as a share of the height. */
interface Backdrop {
  readonly art: string;
  readonly ground: number;
}

interface Canvas {
  readonly sheet: Sheet;
  readonly w: number;
  readonly h: number;
  readonly palette: Palette;
  readonly random: Random;
}

function backdrop(ground: number, draw: (canvas: Canvas) => readonly string[]) {
  return (sheet: Sheet, palette: Palette, random: Random): Backdrop => {
    const { width: w, height: h } = sheet;
    return { ground, art: draw({ sheet, w, h, palette, random }).join('') };
  };
}

function wallAndFloor(sheet: Sheet, { wall, floor }: Palette, horizon: number): string {
  const { width: w, height: h } = sheet;
  return (
    rect(0, 0, w, h, 0, sheet.fade(shade(wall, 0.04), shade(wall, -0.03))) +
    rect(0, h * horizon, w, h * (1 - horizon), 0, sheet.fade(shade(floor, 0.02), shade(floor, -0.06)))
  );
}

const podium = backdrop(0.79, ({ sheet, w, h, palette }) => {
  const [middle, top, tall] = [w / 2, h * 0.78, h * 0.13];
  const radius = Math.min(w * 0.36, h * 0.5);
  const side = sheet.round(shade(palette.floor, 0.06));
  return [
    wallAndFloor(sheet, palette, 0.72),
    disc(middle, h * 0.45, Math.min(w, h) * 0.42, sheet.glow(shade(palette.wall, 0.12), 0.8)),
    oval(middle, top + tall, radius * 1.25, radius * 0.26, sheet.glow(palette.ink, 0.35)),
    path(
      `M${middle - radius} ${top} v${tall} a${radius} ${radius * 0.2} 0 0 0 ${2 * radius} 0 v${-tall} z`,
      side,
    ),
    oval(middle, top, radius, radius * 0.2, sheet.flat(shade(palette.floor, 0.12), 0.06)),
  ];
});

const sun = backdrop(0.82, ({ sheet, w, h, palette, random }) => {
  const radius = Math.min(w, h) * (0.34 + random.next() * 0.08);
  return [
    wallAndFloor(sheet, palette, 0.76),
    disc(w / 2, h * 0.47, radius, sheet.fade(shade(palette.accent, 0.05), shade(palette.accent, -0.02))),
    rect(0, h * 0.76, w, h * 0.24, 0, sheet.fade(shade(palette.floor, 0.02), shade(palette.floor, -0.06))),
  ];
});

const arch = backdrop(0.84, ({ sheet, w, h, palette }) => {
  const half = Math.min(w * 0.32, h * 0.42);
  const top = Math.max(h * 0.12, h * 0.82 - half * 2.6);
  const shape = (by: number): string =>
    `M${w / 2 - half + by} ${h * 0.82} V${top + half} a${half - by} ${half - by} 0 0 1 ${2 * (half - by)} 0 V${h * 0.82} z`;
  return [
    wallAndFloor(sheet, palette, 0.82),
    path(shape(0), sheet.fade(shade(palette.wall, -0.1), shade(palette.wall, -0.04))),
    path(shape(half * 0.09), sheet.fade(shade(palette.accent, 0.02), shade(palette.accent, 0.1))),
  ];
});

const split = backdrop(0.76, ({ sheet, w, h, palette: { wall, accent, pale }, random }) => {
  const [left, right] = random.chance(0.5) ? [0.3, 0.72] : [0.72, 0.3];
  return [
    rect(0, 0, w, h, 0, sheet.flat(wall, 0.06)),
    path(`M0 ${h * left} L${w} ${h * right} V${h} H0 z`, sheet.fade(accent, shade(accent, -0.06))),
    line(`M0 ${h * left - w * 0.03} L${w} ${h * right - w * 0.03}`, hex(pale), w * 0.01, 'opacity="0.6"'),
  ];
});

const rays = backdrop(0.78, ({ sheet, w, h, palette: { wall, pale }, random }) => {
  const [reach, count] = [w + h, random.pick([10, 12, 16])];
  const ray = (at: number): string => {
    const [from, to] = [at * 2, at * 2 + 1].map((edge) => (edge / (count * 2)) * 2 * Math.PI);
    const point = (angle = 0): string =>
      `${w / 2 + Math.cos(angle) * reach} ${h * 0.52 + Math.sin(angle) * reach}`;
    return path(`M${w / 2} ${h * 0.52} L${point(from)} L${point(to)} z`, hex(shade(wall, 0.05)));
  };
  return [
    rect(0, 0, w, h, 0, sheet.flat(wall, 0.05)),
    ...Array.from({ length: count }, (_, at) => ray(at)),
    disc(w / 2, h * 0.52, Math.min(w, h) * 0.44, sheet.glow(pale, 0.55)),
  ];
});

const waves = backdrop(0.8, ({ sheet, w, h, palette: { wall, floor, accent }, random }) => {
  const wave = (y: number, lift: number, fill: string): string =>
    path(
      `M0 ${h * y} C${w * 0.3} ${h * (y - lift)} ${w * 0.62} ${h * (y + lift)} ${w} ${h * (y - lift / 2)} V${h} H0 z`,
      fill,
    );
  return [
    rect(0, 0, w, h, 0, sheet.fade(shade(wall, 0.05), shade(wall, -0.02))),
    disc(w * random.pick([0.22, 0.78]), h * 0.2, w * 0.11, hex(shade(wall, 0.08))),
    wave(0.56, 0.1, sheet.fade(shade(accent, 0.04), accent)),
    wave(0.68, -0.08, sheet.fade(shade(floor, 0.03), floor)),
    wave(0.84, 0.05, sheet.fade(shade(floor, -0.05), shade(floor, -0.1))),
  ];
});

const windowLight = backdrop(0.84, ({ sheet, w, h, palette }) => {
  const fill = hex(shade(palette.wall, 0.075));
  const pane = (column: number, row: number): string =>
    rect(w * (0.1 + column * 0.23), h * (0.08 + row * 0.27), w * 0.2, h * 0.24, 0, fill, 'opacity="0.75"');
  const panes = [0, 1, 2].flatMap((column) => [pane(column, 0), pane(column, 1)]);
  return [wallAndFloor(sheet, palette, 0.74), place(panes.join(''), `skewX(-14) translate(${w * 0.16} 0)`)];
});

const blocks = backdrop(0.8, ({ sheet, w, h, palette: { wall, floor, accent, pale }, random }) => {
  const [x, y] = [w * random.pick([0.36, 0.5, 0.64]), h * random.pick([0.42, 0.55])];
  const fills = [wall, accent, floor, shade(pale, -0.03)].map((one) => sheet.flat(one, 0.05));
  return [
    rect(0, 0, x, y, 0, fills[0] ?? ''),
    rect(x, 0, w - x, y, 0, fills[1] ?? ''),
    rect(0, y, x, h - y, 0, fills[2] ?? ''),
    rect(x, y, w - x, h - y, 0, fills[3] ?? ''),
    disc(x, y, Math.min(w, h) * 0.3, sheet.flat(shade(wall, 0.06), 0.06)),
  ];
});

const spot = backdrop(0.8, ({ sheet, w, h, palette: { wall, floor, main, ink } }) => [
  rect(0, 0, w, h, 0, sheet.fade(wall, floor)),
  oval(w / 2, h * 0.45, w * 0.62, h * 0.5, sheet.glow(shade(main, 0.1), 0.55)),
  oval(w / 2, h * 0.84, w * 0.5, h * 0.09, sheet.glow(ink, 0.3)),
]);

/** Sea and mountains, for travel ads. */
export const landscape = backdrop(0.86, ({ sheet, w, h, palette: { main }, random }) => {
  const sky = random.pick([
    [colour(0.8, 0.09, 235), colour(0.93, 0.06, 85)],
    [colour(0.72, 0.13, 30), colour(0.9, 0.1, 80)],
    [colour(0.45, 0.11, 280), colour(0.8, 0.12, 25)],
    [colour(0.85, 0.07, 200), colour(0.96, 0.03, 190)],
  ] as const);
  const ridge = (y: number, tall: number, points: number): string => {
    const tops = Array.from({ length: points }, (_, at) => {
      const x = ((at + 0.5) / points) * w;
      return `L${x} ${h * (y - tall * (0.45 + random.next() * 0.55))} L${((at + 1) / points) * w} ${h * (y - tall * random.next() * 0.35)}`;
    });
    return `M0 ${h} V${h * y} ${tops.join(' ')} V${h} z`;
  };
  const far = { ...sky[0], l: sky[0].l - 0.14 };
  const sea = random.chance(0.55);
  return [
    rect(0, 0, w, h, 0, sheet.fade(sky[0], sky[1])),
    disc(w * (0.25 + random.next() * 0.5), h * 0.33, Math.min(w, h) * 0.11, '#fff3cf', 'opacity="0.95"'),
    path(ridge(0.58, 0.24, 4), sheet.fade(far, shade(far, 0.1))),
    path(ridge(0.66, 0.16, 5), sheet.fade(shade(far, -0.12), shade(far, -0.02))),
    sea
      ? rect(0, h * 0.62, w, h * 0.2, 0, sheet.fade(colour(0.68, 0.1, 225), colour(0.6, 0.11, 220)))
      : path(
          `M0 ${h * 0.68} Q${w * 0.5} ${h * 0.56} ${w} ${h * 0.7} V${h} H0 z`,
          sheet.fade(colour(0.62, 0.12, 140), colour(0.5, 0.1, 150)),
        ),
    sea
      ? [0.66, 0.7, 0.745]
          .map((y, at) =>
            line(`M${w * (0.2 + at * 0.17)} ${h * y} h${w * 0.2}`, '#ffffff', h * 0.004, 'opacity="0.5"'),
          )
          .join('')
      : '',
    path(
      `M0 ${h * 0.83} Q${w * 0.4} ${h * 0.77} ${w} ${h * 0.84} V${h} H0 z`,
      sea
        ? sheet.fade(colour(0.88, 0.06, 85), colour(0.8, 0.08, 75))
        : sheet.fade(shade(main, -0.05), shade(main, -0.14)),
    ),
  ];
});

export const studioBackdrops = [podium, sun, arch, split, rays, waves, windowLight, blocks, spot] as const;
