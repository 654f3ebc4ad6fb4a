import type { AiImage, RouterOutputs, RouterInputs } from '../../../lib/api/types.ts';
import { formatPrice } from '../../../lib/format.ts';
import { studioCopy } from '../copy.ts';

const copy = studioCopy.creatives;

type GenerateInput = RouterInputs['aiImages']['generate'];
type Maker = RouterOutputs['aiImages']['listMakers']['makers'][number];
export type Shape = AiImage['aspectRatio'];

/** The settings of a new creative; null and empty text mean automatic. */
export interface CreativeOptions {
  readonly shape: Shape | null;
  readonly maker: Maker['maker'] | null;
  readonly layout: Maker['layouts'][number] | null;
  /** Null while the suggested prompt is unchanged. */
  readonly prompt: string | null;
  readonly brandImageId: number | null;
  readonly seed: string;
}

export const defaultOptions: CreativeOptions = {
  shape: null,
  maker: null,
  layout: null,
  prompt: null,
  brandImageId: null,
  seed: '',
};

interface Context {
  readonly productId: number;
  readonly ad: string | undefined;
  /** Used if no shape is selected. */
  readonly defaultShape: Shape;
}

/** A suggested prompt is omitted, so that the server writes it for the selected shape. */
export function generateInput(
  order: CreativeOptions,
  { productId, ad, defaultShape }: Context,
): GenerateInput {
  const { shape, maker, layout, prompt, brandImageId, seed } = order;
  const isTemplate = maker !== 'endpoint';
  return {
    productId,
    aspectRatio: shape ?? defaultShape,
    ...(ad !== undefined && { sourceAdHash: ad }),
    ...(maker !== null && { maker }),
    ...(layout !== null && isTemplate && { layout }),
    ...(prompt !== null && prompt.trim() !== '' && { prompt }),
    ...(brandImageId !== null && { brandImageId }),
    ...(seed.trim() !== '' && isTemplate && { seed: Number(seed) }),
  };
}

/** The input of an existing creative; null if its product was deleted. Without a seed the result differs. */
export function repeatInput(image: AiImage, seed?: number | null): GenerateInput | null {
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

export function formatCost(costEstimate: number | null): string {
  if (costEstimate === null) return copy.costUnknown;
  return costEstimate === 0 ? copy.free : `≈ ${formatPrice(costEstimate, 'USD')}`;
}

export function isPending({ status }: Pick<AiImage, 'status'>): boolean {
  return status === 'queued' || status === 'running';
}

const sides: Readonly<Record<Shape, readonly [number, number]>> = {
  '1:1': [1, 1],
  '4:5': [4, 5],
  '9:16': [9, 16],
  '1.91:1': [1.91, 1],
};

/** Width divided by height. */
export function getRatio(shape: Shape): number {
  const [width, height] = sides[shape];
  return width / height;
}
