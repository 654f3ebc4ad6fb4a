import type { Random } from '../random.ts';
import type { Industry } from '../industries.ts';
import { landscape, studioBackdrops } from './backdrops.ts';
import { hex, shaded, type Palette } from './palette.ts';
import { badge, confetti, leaves, nothing, sparkles, person } from './decoration.ts';
import {
  bankPhone,
  boardWindow,
  gamePhone,
  laptop,
  type DrawProduct,
  type Product,
  productDrawing as drawing,
  plate,
  shirt,
  shoe,
} from './products.ts';
import { box, disc, oval, placed, type Sheet } from './sheet.ts';

const things: Readonly<Record<Industry, readonly DrawProduct[]>> = {
  skincare: [drawing('dropper'), drawing('jar'), drawing('tube')],
  sneakers: [shoe],
  apparel: [shirt, drawing('jacket'), drawing('tote')],
  supplements: [drawing('pillBottle'), drawing('pouch'), drawing('capsules')],
  coffee: [drawing('cup'), drawing('coffeeBag'), drawing('togo')],
  petFood: [drawing('bowl'), drawing('petBag'), drawing('cat')],
  mattresses: [drawing('bed'), drawing('mattress')],
  jewellery: [drawing('ring'), drawing('necklace'), drawing('earrings')],
  homeFitness: [drawing('dumbbell'), drawing('kettlebell'), drawing('mat')],
  cookware: [drawing('pot'), drawing('pan'), plate],
  automotive: [drawing('car'), drawing('wheel')],
  fintech: [drawing('bankCards'), bankPhone, drawing('coins')],
  saas: [laptop, boardWindow],
  education: [drawing('books'), drawing('lessonPhone'), drawing('pencilPot')],
  travel: [drawing('suitcase'), drawing('plane'), drawing('balloon')],
  mobileGames: [gamePhone, drawing('controller'), drawing('gem')],
};

const tooLargeToHold: ReadonlySet<Industry> = new Set(['mattresses', 'automotive']);

/** The fixed input of a picture; the rest is random. */
export interface Subject {
  readonly industry: Industry;
  readonly palette: Palette;
}

type Arrange = (sheet: Sheet, subject: Subject, random: Random) => string;

export function compose(sheet: Sheet, subject: Subject, random: Random): string {
  const { width, height } = sheet;
  const arrangements: Arrange[] = [alone, alone, pair, tilted, close, isTall(sheet) ? close : row];
  if (isTall(sheet)) arrangements.push(stack, stack);
  else arrangements.push(pattern);
  if (width <= height && !tooLargeToHold.has(subject.industry)) arrangements.push(held);
  return random.pick(arrangements)(sheet, subject, random);
}

function isTall({ width, height }: Sheet): boolean {
  return height > 1.5 * width;
}

function backdropFor({ industry }: Subject, random: Random): (typeof studioBackdrops)[number] {
  return industry === 'travel' && random.chance(0.75) ? landscape : random.pick(studioBackdrops);
}

/** The largest scale at which the product fits these shares of the picture. */
function computeScale({ width, height }: Sheet, thing: Product, wide: number, high: number): number {
  return Math.min((width * wide) / thing.width, (height * high) / thing.height);
}

function standing(
  sheet: Sheet,
  { ink }: Palette,
  thing: Product,
  x: number,
  y: number,
  scale: number,
): string {
  const half = (thing.width * scale) / 2;
  return (
    oval(x + half * 0.12, y, half * 1.2, Math.max(half * 0.16, 6), sheet.glow(ink, 0.55)) +
    placed(thing.art, `translate(${x} ${y}) scale(${scale})`)
  );
}

function alone(sheet: Sheet, subject: Subject, random: Random): string {
  const { art, ground } = backdropFor(subject, random)(sheet, subject.palette, random);
  const thing = random.pick(things[subject.industry])(sheet, subject.palette, random);
  const scale = computeScale(
    sheet,
    thing,
    isTall(sheet) ? 0.84 : 0.66,
    sheet.width > sheet.height ? 0.66 : 0.52,
  );
  const extra = random.pick([leaves, sparkles, badge, nothing, nothing])(sheet, subject.palette, random);
  return art + standing(sheet, subject.palette, thing, sheet.width / 2, sheet.height * ground, scale) + extra;
}

function pair(sheet: Sheet, subject: Subject, random: Random): string {
  const { palette, industry } = subject;
  const { art, ground } = backdropFor(subject, random)(sheet, palette, random);
  const drawn = things[industry];
  const first = random.below(drawn.length);
  const other = { ...palette, main: palette.accent, accent: palette.main };
  const back = (drawn[(first + 1) % drawn.length] ?? drawn[0])?.(sheet, other, random);
  const front = drawn[first]?.(sheet, palette, random);
  if (back === undefined || front === undefined) return art;
  const { width: w, height: h } = sheet;
  const turned = random.chance(0.5) ? 1 : -1;
  return (
    art +
    standing(
      sheet,
      palette,
      back,
      w / 2 + turned * w * 0.17,
      h * (ground - (isTall(sheet) ? 0.05 : 0.025)),
      computeScale(sheet, back, isTall(sheet) ? 0.6 : 0.46, 0.48),
    ) +
    standing(
      sheet,
      palette,
      front,
      w / 2 - turned * w * 0.17,
      h * (ground + 0.025),
      computeScale(sheet, front, isTall(sheet) ? 0.6 : 0.46, 0.44),
    )
  );
}

function listVariants({ main, accent }: Palette): readonly Pick<Palette, 'main' | 'accent'>[] {
  const other = shaded(main, main.l > 0.7 ? -0.28 : 0.2);
  return [
    { main: accent, accent: main },
    { main, accent },
    { main: other, accent },
  ];
}

/** Three colours side by side; the middle one is in front. */
function row(sheet: Sheet, subject: Subject, random: Random): string {
  const { palette, industry } = subject;
  const draw = random.pick(things[industry]);
  const { art, ground } = backdropFor(subject, random)(sheet, palette, random);
  const [left, middle, right] = listVariants(palette).map((own) =>
    draw(sheet, { ...palette, ...own }, random),
  );
  if (left === undefined || middle === undefined || right === undefined) return art;
  const stand = (thing: Product, x: number, lower: number, size: number): string => {
    const scale = computeScale(sheet, thing, size, size * 1.26);
    return standing(sheet, palette, thing, sheet.width * x, sheet.height * (ground + lower), scale);
  };
  return (
    art + stand(left, 0.23, -0.012, 0.33) + stand(right, 0.77, -0.012, 0.33) + stand(middle, 0.5, 0.02, 0.4)
  );
}

function stack(sheet: Sheet, { palette, industry }: Subject, random: Random): string {
  const { width: w, height: h } = sheet;
  const draw = random.pick(things[industry]);
  const fields = [palette.wall, shaded(palette.wall, 0.06), palette.floor];
  return listVariants(palette)
    .map((own, at) => {
      const thing = draw(sheet, { ...palette, ...own }, random);
      const scale = computeScale(sheet, thing, 0.72, 0.26);
      const field = box(0, (h * at) / 3, w, h / 3 + 1, 0, sheet.flat(fields[at] ?? palette.wall, 0.05));
      return field + standing(sheet, palette, thing, w / 2, h * ((at + 0.86) / 3), scale);
    })
    .join('');
}

/** Floating and tilted, with a shadow on the wall. */
function tilted(sheet: Sheet, subject: Subject, random: Random): string {
  const { palette, industry } = subject;
  const { width: w, height: h } = sheet;
  const { art } = random.pick(studioBackdrops.slice(3))(sheet, palette, random);
  const thing = random.pick(things[industry])(sheet, palette, random);
  const scale = computeScale(sheet, thing, isTall(sheet) ? 0.92 : 0.7, 0.56);
  const turn = random.pick([-18, -12, 12, 18]);
  const at = (dx: number, dy: number): string =>
    `translate(${w / 2 + dx} ${h / 2 + dy}) rotate(${turn}) scale(${scale}) translate(0 ${thing.height / 2})`;
  const shadow = oval(
    w / 2 + w * 0.04,
    h / 2 + h * 0.06,
    (thing.width * scale) / 1.5,
    (thing.height * scale) / 1.6,
    sheet.glow(palette.ink, 0.4),
  );
  return art + shadow + confetti(sheet, palette, random) + placed(thing.art, at(0, 0));
}

function close(sheet: Sheet, subject: Subject, random: Random): string {
  const { palette, industry } = subject;
  const { width: w, height: h } = sheet;
  const thing = random.pick(things[industry])(sheet, palette, random);
  const scale = computeScale(sheet, thing, 1.02, 0.84);
  const x = w * random.pick([0.34, 0.5, 0.66]);
  return [
    box(0, 0, w, h, 0, sheet.fade(shaded(palette.wall, 0.05), shaded(palette.wall, -0.06))),
    disc(x, h * 0.5, Math.max(w, h) * 0.46, hex(shaded(palette.wall, 0.045))),
    disc(x, h * 0.5, Math.max(w, h) * 0.31, hex(shaded(palette.accent, 0.05)), 'opacity="0.55"'),
    standing(sheet, palette, thing, x, h * 0.93, scale),
  ].join('');
}

function pattern(sheet: Sheet, { palette, industry }: Subject, random: Random): string {
  const { width: w, height: h } = sheet;
  const columns = w > h * 1.5 ? 5 : 3;
  const side = w / columns;
  const rows = Math.ceil(h / side);
  const draw = random.pick(things[industry]);
  const swapped = { ...palette, main: palette.accent, accent: palette.main };
  const cells = Array.from({ length: columns * rows }, (_, at) => {
    const [x, y] = [at % columns, Math.floor(at / columns)];
    const odd = (x + y) % 2 === 1;
    const thing = draw(sheet, odd ? palette : swapped, random);
    const scale = Math.min((side * 0.68) / thing.width, (side * 0.68) / thing.height);
    const turn = odd ? -10 : 10;
    const field = box(
      x * side,
      y * side,
      side + 1,
      side + 1,
      0,
      hex(odd ? palette.wall : shaded(palette.floor, 0.02)),
    );
    return (
      field +
      placed(
        thing.art,
        `translate(${(x + 0.5) * side} ${(y + 0.5) * side}) rotate(${turn}) scale(${scale}) translate(0 ${thing.height / 2})`,
      )
    );
  });
  return cells.join('');
}

/** A person presenting the product. */
function held(sheet: Sheet, subject: Subject, random: Random): string {
  const { palette, industry } = subject;
  const { width: w, height: h } = sheet;
  const { art } = random.pick([
    studioBackdrops[1],
    studioBackdrops[2],
    studioBackdrops[8],
    studioBackdrops[7],
  ] as const)(sheet, palette, random);
  const who = person(sheet, { ...palette, main: palette.accent }, random);
  const size = Math.min(w / 360, h / 480) * 1.06;
  const thing = random.pick(things[industry])(sheet, palette, random);
  const scale = computeScale(sheet, thing, 0.4, 0.28);
  const turned = random.chance(0.5) ? 1 : -1;
  const x = w / 2 + turned * w * 0.24;
  return (
    art +
    placed(who, `translate(${w / 2 - turned * w * 0.08} ${h}) scale(${size})`) +
    placed(standing(sheet, palette, thing, 0, 0, scale), `translate(${x} ${h * 0.94}) rotate(${turned * 7})`)
  );
}
