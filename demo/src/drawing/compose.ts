import type { Random } from '../random.ts';
import type { Industry } from '../industries.ts';
import { landscape, studioBackdrops } from './backdrops.ts';
import { hex, shade, type Palette } from './palette.ts';
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
import { rect, disc, oval, place, type Sheet } from './sheet.ts';

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

/** The fixed input of an image; the rest is random. */
interface ImageInput {
  readonly industry: Industry;
  readonly palette: Palette;
}

interface Scene {
  readonly sheet: Sheet;
  readonly w: number;
  readonly h: number;
  readonly isTall: boolean;
  readonly palette: Palette;
  readonly random: Random;
  readonly products: readonly DrawProduct[];
  readonly drawBackdrop: () => { readonly art: string; readonly ground: number };
  readonly drawProduct: () => Product;
}

export function composeAd(sheet: Sheet, { industry, palette }: ImageInput, random: Random): string {
  const { width: w, height: h } = sheet;
  const isTall = h > 1.5 * w;
  const products = things[industry];
  const arrangements = [alone, alone, pair, tilted, close, isTall ? close : row];
  if (isTall) arrangements.push(stack, stack);
  else arrangements.push(pattern);
  if (w <= h && !tooLargeToHold.has(industry)) arrangements.push(held);
  const pickBackdrop = () =>
    industry === 'travel' && random.chance(0.75) ? landscape : random.pick(studioBackdrops);
  return random.pick(arrangements)({
    sheet,
    w,
    h,
    isTall,
    palette,
    random,
    products,
    drawBackdrop: () => pickBackdrop()(sheet, palette, random),
    drawProduct: () => random.pick(products)(sheet, palette, random),
  });
}

/** The largest scale at which the product fits these shares of the image. */
function computeScale({ w, h }: Scene, product: Product, wide: number, high: number): number {
  return Math.min((w * wide) / product.width, (h * high) / product.height);
}

function stand({ sheet, palette }: Scene, product: Product, x: number, y: number, scale: number): string {
  const half = (product.width * scale) / 2;
  return (
    oval(x + half * 0.12, y, half * 1.2, Math.max(half * 0.16, 6), sheet.glow(palette.ink, 0.55)) +
    place(product.art, `translate(${x} ${y}) scale(${scale})`)
  );
}

function alone(scene: Scene): string {
  const { sheet, w, h, isTall, palette, random } = scene;
  const { art, ground } = scene.drawBackdrop();
  const product = scene.drawProduct();
  const scale = computeScale(scene, product, isTall ? 0.84 : 0.66, w > h ? 0.66 : 0.52);
  const extra = random.pick([leaves, sparkles, badge, nothing, nothing])(sheet, palette, random);
  return art + stand(scene, product, w / 2, h * ground, scale) + extra;
}

function pair(scene: Scene): string {
  const { sheet, w, h, isTall, palette, random, products } = scene;
  const { art, ground } = scene.drawBackdrop();
  const first = random.below(products.length);
  const back = products[(first + 1) % products.length]?.(sheet, swapColours(palette), random);
  const front = products[first]?.(sheet, palette, random);
  if (back === undefined || front === undefined) return art;
  const [share, shift] = [isTall ? 0.6 : 0.46, (random.chance(0.5) ? 1 : -1) * w * 0.17];
  const backY = h * (ground - (isTall ? 0.05 : 0.025));
  return (
    art +
    stand(scene, back, w / 2 + shift, backY, computeScale(scene, back, share, 0.48)) +
    stand(scene, front, w / 2 - shift, h * (ground + 0.025), computeScale(scene, front, share, 0.44))
  );
}

function swapColours(palette: Palette): Palette {
  return { ...palette, main: palette.accent, accent: palette.main };
}

function listVariants(palette: Palette): readonly Palette[] {
  const { main } = palette;
  return [swapColours(palette), palette, { ...palette, main: shade(main, main.l > 0.7 ? -0.28 : 0.2) }];
}

/** Three colours side by side; the middle one is in front. */
function row(scene: Scene): string {
  const { sheet, w, h, palette, random } = scene;
  const draw = random.pick(scene.products);
  const { art, ground } = scene.drawBackdrop();
  const [left, middle, right] = listVariants(palette).map((colours) => draw(sheet, colours, random));
  if (left === undefined || middle === undefined || right === undefined) return art;
  const put = (product: Product, x: number, lower: number, size: number): string =>
    stand(scene, product, w * x, h * (ground + lower), computeScale(scene, product, size, size * 1.26));
  return art + put(left, 0.23, -0.012, 0.33) + put(right, 0.77, -0.012, 0.33) + put(middle, 0.5, 0.02, 0.4);
}

function stack(scene: Scene): string {
  const { sheet, w, h, palette, random } = scene;
  const draw = random.pick(scene.products);
  const fields = [palette.wall, shade(palette.wall, 0.06), palette.floor];
  return listVariants(palette)
    .map((colours, at) => {
      const product = draw(sheet, colours, random);
      const field = rect(0, (h * at) / 3, w, h / 3 + 1, 0, sheet.flat(fields[at] ?? palette.wall, 0.05));
      const scale = computeScale(scene, product, 0.72, 0.26);
      return field + stand(scene, product, w / 2, h * ((at + 0.86) / 3), scale);
    })
    .join('');
}

/** Floating and tilted, with a shadow on the wall. */
function tilted(scene: Scene): string {
  const { sheet, w, h, palette, random } = scene;
  const { art } = random.pick(studioBackdrops.slice(3))(sheet, palette, random);
  const product = scene.drawProduct();
  const scale = computeScale(scene, product, scene.isTall ? 0.92 : 0.7, 0.56);
  const turn = random.pick([-18, -12, 12, 18]);
  const [rx, ry] = [(product.width * scale) / 1.5, (product.height * scale) / 1.6];
  const shadow = oval(w / 2 + w * 0.04, h / 2 + h * 0.06, rx, ry, sheet.glow(palette.ink, 0.4));
  const transform = `translate(${w / 2} ${h / 2}) rotate(${turn}) scale(${scale}) translate(0 ${product.height / 2})`;
  return art + shadow + confetti(sheet, palette, random) + place(product.art, transform);
}

function close(scene: Scene): string {
  const { sheet, w, h, palette, random } = scene;
  const product = scene.drawProduct();
  const x = w * random.pick([0.34, 0.5, 0.66]);
  return [
    rect(0, 0, w, h, 0, sheet.fade(shade(palette.wall, 0.05), shade(palette.wall, -0.06))),
    disc(x, h * 0.5, Math.max(w, h) * 0.46, hex(shade(palette.wall, 0.045))),
    disc(x, h * 0.5, Math.max(w, h) * 0.31, hex(shade(palette.accent, 0.05)), 'opacity="0.55"'),
    stand(scene, product, x, h * 0.93, computeScale(scene, product, 1.02, 0.84)),
  ].join('');
}

/** Rows of small products. */
function pattern({ sheet, w, h, palette, random, products }: Scene): string {
  const columns = w > h * 1.5 ? 5 : 3;
  const side = w / columns;
  const draw = random.pick(products);
  return Array.from({ length: columns * Math.ceil(h / side) }, (_, at) => {
    const [x, y] = [at % columns, Math.floor(at / columns)];
    const odd = (x + y) % 2 === 1;
    const { art, width, height } = draw(sheet, odd ? palette : swapColours(palette), random);
    const scale = Math.min((side * 0.68) / width, (side * 0.68) / height);
    const fill = hex(odd ? palette.wall : shade(palette.floor, 0.02));
    const center = `translate(${(x + 0.5) * side} ${(y + 0.5) * side}) rotate(${odd ? -10 : 10})`;
    return (
      rect(x * side, y * side, side + 1, side + 1, 0, fill) +
      place(art, `${center} scale(${scale}) translate(0 ${height / 2})`)
    );
  }).join('');
}

/** A person presenting the product. */
function held(scene: Scene): string {
  const { sheet, w, h, palette, random } = scene;
  const [, sun, arch, , , , , blocks, spot] = studioBackdrops;
  const { art } = random.pick([sun, arch, spot, blocks])(sheet, palette, random);
  const who = person(sheet, { ...palette, main: palette.accent }, random);
  const size = Math.min(w / 360, h / 480) * 1.06;
  const product = scene.drawProduct();
  const shown = stand(scene, product, 0, 0, computeScale(scene, product, 0.4, 0.28));
  const side = random.chance(0.5) ? 1 : -1;
  return (
    art +
    place(who, `translate(${w / 2 - side * w * 0.08} ${h}) scale(${size})`) +
    place(shown, `translate(${w / 2 + side * w * 0.24} ${h * 0.94}) rotate(${side * 7})`)
  );
}
