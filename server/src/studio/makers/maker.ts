import type { AiImage, layouts } from '@magpie/contract';

export type AspectRatio = AiImage['aspectRatio'];
export type Layout = (typeof layouts)[number];

/** Of an ad's copy, in the order in which it says them. */
export interface CopyPart {
  readonly part: 'hook' | 'problem' | 'proof' | 'offer' | 'cta';
  readonly text: string;
}

/** What an ad for a product says. */
export interface Copy {
  readonly headline: string;
  readonly text: string | null;
  /** Selling points, the best first. */
  readonly points: readonly string[];
  /** Why it is to be believed, as far as the product's own facts say so. */
  readonly proof: string | null;
  /** A price or what is saved, as it is written in the language. */
  readonly offer: string | null;
  readonly callToAction: string;
  readonly language: string;
}

/** What an image says and looks like. It is kept with the image as it was when that was asked for. */
export interface Creative extends Copy {
  readonly productName: string;
  readonly brandName: string | null;
  /** As `#rrggbb`, the most important first; none where the product has none. */
  readonly colors: readonly string[];
  /** Of the ad that is followed: which parts it has, in its order. */
  readonly follows: readonly CopyPart['part'][];
}

/** An image to be made. */
export interface Order {
  readonly aspectRatio: AspectRatio;
  readonly seed: number;
  readonly layout: Layout | null;
  readonly prompt: string;
  readonly negativePrompt: string;
  readonly creative: Creative;
  /** Pictures that were checked by decoding them. */
  readonly picture: Buffer | null;
  readonly logo: Buffer | null;
}

/** What an image came out as. */
export interface Made {
  /** Any kind of picture that is decoded here; it is checked and encoded anew. */
  readonly bytes: Buffer;
  readonly layout: Layout | null;
}

/** Makes images: templates of our own, or a service outside. */
export interface Maker {
  readonly maker: AiImage['maker'];
  readonly model: string;
  /** Of one image, in US dollars; null where it is not known. */
  readonly costEstimate: number | null;
  readonly aspectRatios: readonly AspectRatio[];
  readonly layouts: readonly Layout[];
  /** Tells how far it is, from 0 to 1. Throws `MakingFailed` for what its asker must be told, and the signal's reason when it is aborted. */
  make(order: Order, tell: (progress: number) => void, signal: AbortSignal): Promise<Made>;
}

/** Why there is no image, in one sentence for whoever asked for it. */
export class MakingFailed extends Error {
  override readonly name = 'MakingFailed';
  /** Whether the same may succeed a little later. */
  readonly mayPass: boolean;
  /** Milliseconds after which, where somebody said so. */
  readonly retryAfter: number | null;

  constructor(
    message: string,
    options: { readonly mayPass: boolean; readonly retryAfter?: number | null; readonly cause?: unknown },
  ) {
    super(message, { cause: options.cause });
    this.mayPass = options.mayPass;
    this.retryAfter = options.retryAfter ?? null;
  }
}

/** In pixels, of each shape. */
export const sizes: Readonly<Record<AspectRatio, { readonly width: number; readonly height: number }>> = {
  '1:1': { width: 1080, height: 1080 },
  '4:5': { width: 1080, height: 1350 },
  '9:16': { width: 1080, height: 1920 },
  '1.91:1': { width: 1200, height: 628 },
};
