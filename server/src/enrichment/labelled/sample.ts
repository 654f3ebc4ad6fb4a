import { languages } from './languages.ts';
import { peopleAndPlaces } from './peopleAndPlaces.ts';
import { services } from './services.ts';
import { shops } from './shops.ts';

/**
 * Ad texts written for this purpose and labelled by their meaning, before there was any cue. A label says what a careful
 * reader would say; it is never changed because a cue found something else.
 */
export interface LabelledAd {
  readonly text: string;
  readonly adType: string;
  /** By their shortText. */
  readonly tags: ReadonlySet<string>;
}

const ads = [shops, services, peopleAndPlaces, languages].flatMap((blocks) =>
  blocks.trim().split('\n\n').map(labelledAd),
);

/** Cues may be improved by looking at this half; what they reach on the other half is what counts. */
export const tuning: readonly LabelledAd[] = ads.filter((_, index) => index % 2 === 0);
export const heldOut: readonly LabelledAd[] = ads.filter((_, index) => index % 2 === 1);

function labelledAd(block: string): LabelledAd {
  const [text = '', labels = ''] = block.split('\n= ');
  const [adType = '', tags = ''] = labels.split(': ');
  return { text, adType, tags: new Set(tags.split(', ')) };
}
