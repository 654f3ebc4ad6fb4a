import type { AdType } from '@magpie/contract';
import type { AssignedTag } from '../ads/enrichment.ts';
import type { Cues, Meaning } from './tagMatcher.ts';
import { tagDefinitions } from './tags.ts';

/** Increase when results change, so that older ads are updated. */
export const adTypeVersion = 1;

/** Tags (by shortText) and words that indicate a type. */
interface Rule extends Cues {
  readonly adType: AdType;
  readonly strongly?: string;
  readonly fairly?: string;
  readonly weakly?: string;
}

const weights = { strongly: 0.9, fairly: 0.7, weakly: 0.45 } as const;

/** Most specific types first: on ties the first wins. */
const rules: readonly Rule[] = [
  { adType: 'job', strongly: 'We are hiring', fairly: 'Job seekers, Apply now' },
  { adType: 'giveaway', strongly: 'Giveaway' },
  {
    adType: 'cause',
    strongly: 'Donate, Sign or vote',
    fairly: 'Giving back',
    likely: `save lives, volunteer, volunteers`,
  },
  {
    adType: 'event',
    strongly: 'Live event, Free event',
    fairly: 'Register, Get tickets',
    sure: `doors open, open house, exhibition (closes|opens|runs)`,
    likely: `(every|this|on) (monday|tuesday|wednesday|thursday|friday|saturday|sunday) (at|from|in|night)
      (course|workshop|class|walk|tour|festival) (starts|returns|begins|opens) on, (friday|saturday|sunday) at #
      opens on (saturday|sunday|friday|monday)`,
  },
  { adType: 'app install', strongly: 'Download the app' },
  { adType: 'testimonial', strongly: 'Customer quote', fairly: 'Confession, First-person story' },
  { adType: 'comparison', fairly: 'Compared with alternatives', likely: `compare (us|them|it) with` },
  {
    adType: 'offer',
    strongly: `Percentage off, Amount off, Buy one get one, Free gift, Discount code, Clearance, Free consultation, Cashback,
      Refer a friend, Student discount`,
    fairly: `Free shipping, Free trial, Free quote, Free demo, Free returns, Free sample, Bundle deal, Sale, Price named,
      Limited-time offer, Limited stock, First-order discount, Pay in instalments, Low interest, Sign-up bonus,
      Money-back guarantee, Subscribe and save, Lowest price promise, Black Friday, Cyber Monday, Pre-order`,
    weakly: 'Free of charge, Urgency',
  },
  {
    adType: 'educational',
    strongly: 'Free download',
    fairly: `How-to advice, Myth busting, List of reasons, Mistakes to avoid, Secret revealed, Questions and answers, Recipe,
      Case study, Did you know, Subscribe to a newsletter`,
    weakly: 'Surprising statistic, Learn something new, Science and research',
    likely: `explains, here's (how|who|why|what)`,
  },
  {
    adType: 'announcement',
    fairly:
      'New arrival, Back in stock, Introducing, Collaboration, Breaking news, Early access, Limited edition',
    weakly: 'Excitement, Pre-order',
  },
  {
    adType: 'brand story',
    fairly: `Founder's story, Behind the scenes, Made by hand, Heritage and tradition, Country of origin`,
    weakly: 'Nostalgia, Pride, Belonging, Years of experience',
    likely: `our story, we believe, our mission, who we are`,
  },
  { adType: 'question', fairly: 'Opening question', weakly: 'What if, Poll, Take the quiz' },
  {
    adType: 'product demo',
    fairly:
      'Unboxing, Patented, Lab tested, Clinical study, Trusted by companies, Built to last, Easy to clean, Say goodbye to',
    weakly: `All in one, Natural ingredients, Science and research, New technology, Simple to use, Personalised, Bestseller,
      Weight loss, More energy, Better sleep, Save time, Comfort, Safety and protection, Look younger, Productivity,
      Pain relief, Clear skin, Healthy hair, Clean home, A beautiful home, Imagine, Star rating, Number of customers,
      Number of reviews, Expert recommendation, In the press, Award winner, Certified, N out of N people, Measured result,
      Number one, No commitment, Affordable, Free from harsh ingredients, Free from sugar or allergens, Quick result,
      Private and secure, No hidden fees, Easy set-up, Works for everyone, Help at hand, Cruelty-free, Right fit,
      Sensitive skin safe, Step by step, Checklist, Watch the video, Warranty, Problem and solution, Sustainability`,
    hint: `ours, so you can, that (fits|lasts|stays|keeps|holds|installs), designed for, built for, made (for|with|from)`,
  },
];

/** For ads with text but no known type. */
export const otherType = 'other' satisfies AdType;

/** Negative, because tags have positive ids. The function is its own inverse. */
const idOfRule = (index: number): number => -1 - index;

/** The cues of each type. */
export function* cuesOfAdTypes(): Generator<[id: number, cues: Cues]> {
  for (const [index, rule] of rules.entries()) yield [idOfRule(index), rule];
}

/** By tag: rules it supports, with weights. */
const rulesByTag = rulesOfTags();
/** Lower scores are not significant. */
const minScore = 0.4;

/** The type with the most evidence, combined like cues: 1 − Π(1 − weight). */
export function chooseAdType(meanings: readonly Meaning[], tags: readonly AssignedTag[]): string {
  const doubts = rules.map(() => 1);
  const speakFor = (index: number, weight: number): void => {
    doubts[index] = (doubts[index] ?? 1) * (1 - weight);
  };
  for (const { tagDefinitionId, confidence } of tags) {
    for (const [index, weight] of rulesByTag.get(tagDefinitionId) ?? []) speakFor(index, weight * confidence);
  }
  for (const { id, confidence } of meanings) if (id < 0) speakFor(idOfRule(id), confidence);
  const least = Math.min(...doubts);
  return 1 - least < minScore ? otherType : (rules[doubts.indexOf(least)]?.adType ?? otherType);
}

function rulesOfTags(): Map<number, Map<number, number>> {
  const byTag = new Map<number, Map<number, number>>();
  for (const [index, rule] of rules.entries()) {
    for (const strength of ['strongly', 'fairly', 'weakly'] as const) {
      for (const id of parseTagNames(rule[strength] ?? '')) {
        byTag.set(id, (byTag.get(id) ?? new Map<number, number>()).set(index, weights[strength]));
      }
    }
  }
  return byTag;
}

function parseTagNames(names: string): number[] {
  return names
    .split(/,\s*/)
    .filter((name) => name !== '')
    .map(idOfTag);
}

function idOfTag(name: string): number {
  const tag = tagDefinitions.find(({ shortText }) => shortText === name);
  if (tag === undefined) throw new Error(`An ad type rule uses the undefined tag “${name}”.`);
  return tag.tagDefinitionId;
}
