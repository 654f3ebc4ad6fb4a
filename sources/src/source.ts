import type { OpenAdInput } from '@magpie/contract';

/** A file format for ads: how to recognise it, split it into records and map them. Pure functions only. */
export interface AdSource {
  /** The value of `--source`: `meta-api`. */
  readonly name: string;
  readonly summary: string;
  /** Whether a document, or one line or element of a larger one, has this format. Never throws. */
  recognises(document: unknown): boolean;
  /** The raw ads in a document: those of a page, or the document itself if it is an ad. */
  unfold(document: unknown): Iterable<unknown>;
  /** Maps a raw ad to the open format; throws Unmappable if it is not an ad. */
  toAd(record: unknown): OpenAdInput;
}

/** A record that is not an ad; the message says what is missing or wrong. */
export class Unmappable extends Error {
  override readonly name = 'Unmappable';
}
