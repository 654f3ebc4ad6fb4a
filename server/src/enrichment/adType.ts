import type { AssignedTag } from '../catalog/enrichment.ts';
import { matcherOf, type Cues } from './tagMatcher.ts';
import { textsOf, type Wording } from './tagTexts.ts';

/** Raised whenever an ad may get another type than before, so that the types of older ads can be redone. */
export const adTypeVersion = 1;

interface Rule extends Cues {
  readonly adType: string;
  /** How much the presence of a tag speaks for the type, 0..1. */
  readonly tags: Readonly<Record<number, number>>;
}

/**
 * What an ad mainly is. Every rule adds up what speaks for its type, from the tags of the ad and from cues of its own;
 * the highest wins, and of equals the first: the more particular a type, the further up it stands.
 */
const rules: readonly Rule[] = [
  { adType: 'job', tags: { 127: 0.97, 721: 0.6, 1106: 0.5 } },
  { adType: 'giveaway', tags: { 516: 0.95 } },
  {
    adType: 'cause',
    tags: { 1107: 0.95, 1108: 0.95, 120: 0.55, 209: 0.1 },
    sure: `adopt don't shop, save lives, volunteer, volunteers, (feel|keep) safe in our, running for (county|city|state|congress|senate|mayor)`,
  },
  {
    adType: 'event',
    tags: { 1014: 0.85, 528: 0.8, 1112: 0.6, 1116: 0.7 },
    sure: `doors open, open house, opens (on|this) (saturday|sunday|friday|monday), exhibition (closes|opens|runs), (festival|concert|fair|parade|gala|meetup|marathon)`,
    likely: `(every|this|on) (monday|tuesday|wednesday|thursday|friday|saturday|sunday) (at|from|in|night), (course|workshop|class|walk|tour) (starts|returns|begins) on, (friday|saturday|sunday) at #`,
  },
  { adType: 'app install', tags: { 1101: 0.88 }, likely: 'app store, google play, install now' },
  { adType: 'testimonial', tags: { 601: 0.9, 409: 0.7, 1001: 0.65 } },
  { adType: 'comparison', tags: { 103: 0.8 }, likely: 'compare (us|them|it) with' },
  {
    adType: 'offer',
    tags: {
      501: 0.9,
      502: 0.9,
      503: 0.6,
      504: 0.7,
      505: 0.75,
      506: 0.8,
      507: 0.95,
      508: 0.7,
      509: 0.8,
      510: 0.65,
      511: 0.8,
      513: 0.8,
      514: 0.7,
      517: 0.75,
      518: 0.85,
      519: 0.75,
      520: 0.7,
      522: 0.6,
      523: 0.7,
      524: 0.8,
      525: 0.6,
      526: 0.6,
      529: 0.8,
      530: 0.7,
      531: 0.7,
      532: 0.3,
      533: 0.7,
      535: 0.7,
      536: 0.7,
      537: 0.8,
      901: 0.6,
      902: 0.6,
    },
  },
  {
    adType: 'educational',
    tags: {
      104: 0.75,
      105: 0.72,
      403: 0.75,
      407: 0.6,
      418: 0.75,
      512: 0.85,
      1004: 0.7,
      1009: 0.75,
      1015: 0.7,
      415: 0.7,
      410: 0.3,
      1115: 0.6,
    },
    likely: `(explains|explained), here's (how|who|why|what), (lessons|course|curriculum)`,
  },
  {
    adType: 'announcement',
    tags: { 108: 0.72, 122: 0.72, 123: 0.7, 110: 0.6, 412: 0.75, 515: 0.7, 1005: 0.75, 514: 0.3, 211: 0.3 },
  },
  {
    adType: 'brand story',
    tags: { 106: 0.8, 107: 0.65, 112: 0.62, 121: 0.66, 125: 0.6, 205: 0.4, 206: 0.4, 218: 0.5, 612: 0.5 },
    likely: `our story, we believe, our mission, (family|founder) (owned|run|led), who we are`,
  },
  { adType: 'question', tags: { 401: 0.71, 411: 0.5, 1011: 0.6, 1111: 0.6 } },
  {
    adType: 'product demo',
    tags: {
      101: 0.3,
      111: 0.5,
      113: 0.4,
      114: 0.2,
      116: 0.4,
      118: 0.3,
      119: 0.5,
      126: 0.5,
      301: 0.3,
      302: 0.4,
      303: 0.3,
      304: 0.5,
      305: 0.4,
      308: 0.5,
      312: 0.5,
      314: 0.4,
      318: 0.5,
      323: 0.5,
      325: 0.4,
      326: 0.4,
      327: 0.5,
      330: 0.5,
      414: 0.55,
      602: 0.5,
      603: 0.5,
      604: 0.5,
      605: 0.5,
      606: 0.6,
      607: 0.5,
      608: 0.5,
      610: 0.4,
      611: 0.5,
      613: 0.5,
      615: 0.6,
      616: 0.6,
      617: 0.6,
      618: 0.5,
      801: 0.45,
      803: 0.4,
      805: 0.5,
      806: 0.5,
      807: 0.45,
      808: 0.5,
      809: 0.5,
      810: 0.55,
      812: 0.5,
      813: 0.6,
      814: 0.5,
      815: 0.5,
      817: 0.6,
      818: 0.5,
      819: 0.5,
      1002: 0.5,
      1003: 0.55,
      1006: 0.6,
      1013: 0.5,
      109: 0.5,
      117: 0.4,
      320: 0.4,
      406: 0.5,
      534: 0.55,
    },
    hint: `ours, so you can, that (fits|lasts|stays|keeps|holds|installs), designed for, with # , built for, made (for|with|from)`,
  },
];

/** Says that there are words, but none that tell what kind of ad it is. */
const other = 'other';

/** The closed list that filters offer. */
export const adTypes: readonly string[] = [...rules.map(({ adType }) => adType), other];

const match = matcherOf(rules.map((rule, index) => [index, rule] as const));
/** Less is no more than chance. */
const leastScore = 0.5;

/** `null` when there is no text to judge by. */
export function adTypeOf(wording: Wording, tags: readonly AssignedTag[]): string | null {
  const texts = textsOf(wording);
  if (texts.length === 0) return null;
  const doubts = rules.map((rule) => doubtAfter(rule, tags));
  for (const { id, confidence } of match(texts)) doubts[id] = (doubts[id] ?? 1) * (1 - confidence);
  const least = Math.min(...doubts);
  return 1 - least < leastScore ? other : (rules[doubts.indexOf(least)]?.adType ?? other);
}

/** As with cues, every tag leaves its share of doubt. */
function doubtAfter(rule: Rule, tags: readonly AssignedTag[]): number {
  return tags.reduce((doubt, tag) => doubt * (1 - (rule.tags[tag.tagDefinitionId] ?? 0) * tag.confidence), 1);
}
