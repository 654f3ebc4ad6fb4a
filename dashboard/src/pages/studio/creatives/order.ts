import type { AiImage, Answers, Questions } from '../../../api/types.ts';
import { formatPrice } from '../../../words/format.ts';

type Question = Questions['aiImages']['generate'];
type Maker = Answers['aiImages']['listMakers']['makers'][number];
export type Shape = AiImage['aspectRatio'];

/** What somebody chose of a creative; `null` and empty text leave it to the service. */
export interface Order {
  readonly shape: Shape | null;
  readonly maker: Maker['maker'] | null;
  readonly layout: Maker['layouts'][number] | null;
  /** As it was changed; null while it is as it was suggested. */
  readonly prompt: string | null;
  readonly brandImageId: number | null;
  readonly seed: string;
}

export const newOrder: Order = {
  shape: null,
  maker: null,
  layout: null,
  prompt: null,
  brandImageId: null,
  seed: '',
};

interface Circumstances {
  readonly productId: number;
  readonly ad: string | undefined;
  /** The shape that is taken where none was chosen. */
  readonly usualShape: Shape;
}

/** What is asked of the server. A suggested prompt is left out: it is then written for the shape that was chosen. */
export function questionOf(order: Order, { productId, ad, usualShape }: Circumstances): Question {
  const { shape, maker, layout, prompt, brandImageId, seed } = order;
  const isTemplate = maker !== 'endpoint';
  return {
    productId,
    aspectRatio: shape ?? usualShape,
    ...(ad !== undefined && { sourceAdHash: ad }),
    ...(maker !== null && { maker }),
    ...(layout !== null && isTemplate && { layout }),
    ...(prompt !== null && prompt.trim() !== '' && { prompt }),
    ...(brandImageId !== null && { brandImageId }),
    ...(seed.trim() !== '' && isTemplate && { seed: Number(seed) }),
  };
}

/** The same order again; null when its product is gone. Without a seed it comes out differently. */
export function sameAgain(image: AiImage, seed?: number | null): Question | null {
  const { productId, aspectRatio, maker, layout, prompt, sourceAdHash } = image;
  if (productId === null) return null;
  return {
    productId,
    aspectRatio,
    maker,
    prompt,
    ...(sourceAdHash !== null && { sourceAdHash }),
    ...(maker === 'template' && layout !== null && { layout: layout as Maker['layouts'][number] }),
    ...(seed !== undefined && seed !== null && { seed }),
  };
}

/** What one image costs, as it is told before it is made. */
export function costOf(costEstimate: number | null): string {
  if (costEstimate === null) return 'Cost not known';
  return costEstimate === 0 ? 'Free' : `≈ ${formatPrice(costEstimate, 'USD')}`;
}

export function isUnderWay({ status }: Pick<AiImage, 'status'>): boolean {
  return status === 'queued' || status === 'running';
}

const sides: Readonly<Record<Shape, readonly [number, number]>> = {
  '1:1': [1, 1],
  '4:5': [4, 5],
  '9:16': [9, 16],
  '1.91:1': [1.91, 1],
};

/** Width by height, known before there is a picture. */
export function ratioOf(shape: Shape): number {
  const [width, height] = sides[shape];
  return width / height;
}
