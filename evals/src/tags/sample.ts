import { languages } from './languages.ts';
import { peopleAndPlaces } from './peopleAndPlaces.ts';
import { services } from './services.ts';
import { shops } from './shops.ts';

/**
 * Ad texts written for this purpose and labelled before there were cues. A label is a careful reader's judgement and is
 * never changed to match a cue.
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

/** Cues may be improved with this half; the reported quality is measured on the other. */
export const tuning: readonly LabelledAd[] = ads.filter((_, index) => index % 2 === 0);
export const heldOut: readonly LabelledAd[] = ads.filter((_, index) => index % 2 === 1);

function labelledAd(block: string): LabelledAd {
  const [text = '', labels = ''] = block.split('\n= ');
  const [adType = '', tags = ''] = labels.split(': ');
  return { text, adType, tags: new Set(tags.split(', ')) };
}
