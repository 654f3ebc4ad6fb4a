import type { AiImage, Font, layouts } from '@magpie/contract';
import type { ReferenceLayout } from '../reference/referenceLayout.ts';

export type AspectRatio = AiImage['aspectRatio'];
export type OwnLayout = (typeof layouts)[number];

/** `reference` has the regions of the reference ad; it is chosen by giving such an ad. */
export type TemplateLayout = OwnLayout | 'reference';

export interface CopyPart {
  readonly part: 'hook' | 'problem' | 'proof' | 'offer' | 'cta';
  readonly text: string;
}

export interface Copy {
  readonly headline: string;
  readonly text: string | null;
  /** Selling points, the best first. */
  readonly points: readonly string[];
  /** Evidence from the product's own facts. */
  readonly proof: string | null;
  /** A price or discount, formatted for the language. */
  readonly offer: string | null;
  readonly callToAction: string;
  readonly language: string;
}

/** Copy and look of an image. Stored with the image as of the request. */
export interface Creative extends Copy {
  readonly productName: string;
  readonly brandName: string | null;
  /** As `#rrggbb`, the most important first. */
  readonly colors: readonly string[];
  /** Missing in images of earlier versions, which are in `sans`. */
  readonly font?: Font;
  /** Parts of the source ad's copy, in order. */
  readonly follows: readonly CopyPart['part'][];
}

export interface Order {
  readonly aspectRatio: AspectRatio;
  readonly seed: number;
  readonly layout: TemplateLayout | null;
  readonly prompt: string;
  readonly negativePrompt: string;
  readonly creative: Creative;
  /** Regions of the reference ad; null without one, or if they were not detected. */
  readonly reference: ReferenceLayout | null;
  /** Already decoded once, so known to be valid. */
  readonly picture: Buffer | null;
  readonly logo: Buffer | null;
}

export interface MadeImage {
  /** In any supported format; it is checked and re-encoded later. */
  readonly bytes: Buffer;
  readonly layout: TemplateLayout | null;
}

export interface Maker {
  readonly maker: AiImage['maker'];
  readonly model: string;
  /** Per image in US dollars; null if unknown. */
  readonly costEstimate: number | null;
  readonly aspectRatios: readonly AspectRatio[];
  readonly layouts: readonly OwnLayout[];
  /** Reports progress from 0 to 1. Throws `MakingFailed` with a message for the user, or the signal's reason if aborted. */
  make(order: Order, onProgress: (progress: number) => void, signal: AbortSignal): Promise<MadeImage>;
}

export interface FailureOptions {
  readonly isRetryable?: boolean;
  readonly retryAfter?: number | null;
  readonly cause?: unknown;
}

export class MakingFailed extends Error {
  override readonly name = 'MakingFailed';
  /** Whether the same request may succeed later. */
  readonly isRetryable: boolean;
  /** Milliseconds, if the service sent `Retry-After`. */
  readonly retryAfter: number | null;

  constructor(message: string, { isRetryable = false, retryAfter = null, cause }: FailureOptions = {}) {
    super(message, { cause });
    this.isRetryable = isRetryable;
    this.retryAfter = retryAfter;
  }
}

/** In pixels, by aspect ratio. */
export const sizes: Readonly<Record<AspectRatio, { readonly width: number; readonly height: number }>> = {
  '1:1': { width: 1080, height: 1080 },
  '4:5': { width: 1080, height: 1350 },
  '9:16': { width: 1080, height: 1920 },
  '1.91:1': { width: 1200, height: 628 },
};
