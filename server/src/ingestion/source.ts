import type { OpenAdInput } from '@magpie/contract';

/** One kind of file that ads come in: how it is recognised, taken apart and read. All of it is pure. */
export interface Source {
  /** As `--source` takes it: `meta-api`. */
  readonly name: string;
  readonly summary: string;
  /** Whether a document, or one line or element of a larger one, is of this kind. Never throws. */
  recognises(document: unknown): boolean;
  /** The raw ads in a document: those of a page, or the document itself when it is one. */
  unfold(document: unknown): Iterable<unknown>;
  /** One raw ad in the open format; throws Unmappable when it cannot be one. */
  toAd(record: unknown): OpenAdInput;
}

/** A record that is no ad; the message says in one sentence what was missing or wrong. */
export class Unmappable extends Error {
  override readonly name = 'Unmappable';
}
