import type { contract, OutputOf, ParsedInputOf } from '@magpie/contract';
import {
  adsMeant,
  daysRunning,
  earliest,
  type Filters,
  groupedBy,
  type IndexedAd,
  latest,
  ranked,
  reachOf,
  sum,
  type World,
} from './ads.ts';
import { scoreOfText } from './score.ts';

type AdCopy = OutputOf<typeof contract.brandSpy.getAdCopies>['copies'][number];
export type TextOrder = ParsedInputOf<typeof contract.brandSpy.getAdCopies>['sortBy'];

/** Any ad that runs with the text may be its sample, so of the sample only the possible ones are told. */
export interface RankedText extends Omit<AdCopy, 'body' | 'sampleAd'> {
  readonly text: string;
  readonly ads: readonly IndexedAd[];
}

export function adCopies(world: World, filters: Filters, sortBy: TextOrder): RankedText[] {
  return texts(world, filters, sortBy, ({ facts }) => [
    ...facts.bodies,
    ...facts.cards.map((card) => card.body),
  ]);
}

export function headlines(world: World, filters: Filters, sortBy: TextOrder): RankedText[] {
  return texts(world, filters, sortBy, ({ facts }) => [
    ...facts.headlines,
    ...facts.cards.map((card) => card.headline),
  ]);
}

function texts(
  world: World,
  filters: Filters,
  sortBy: TextOrder,
  textsOf: (ad: IndexedAd) => (string | null)[],
): RankedText[] {
  const groups = groupedBy(adsMeant(world, filters), (ad) =>
    textsOf(ad)
      .filter((text) => text !== null)
      .map((text) => text.normalize('NFC').trim())
      // A template is no text that anybody reads.
      .filter((text) => text !== '' && !text.includes('{{')),
  );
  const entries = [...groups].map(([text, ads]) => entryOf(text, ads, world.today));
  return ranked(entries, valueBy[sortBy], (entry) => entry.text);
}

const valueBy: Readonly<Record<TextOrder, (entry: RankedText) => number>> = {
  adCount: (entry) => entry.adCount,
  reach: (entry) => entry.totalReach,
  longestRunning: (entry) => entry.daysRunning,
  performanceScore: (entry) => entry.performanceScore,
};

function entryOf(text: string, ads: readonly IndexedAd[], today: string): RankedText {
  const totalReach = sum(ads.map(reachOf));
  const longest = Math.max(...ads.map((ad) => daysRunning(ad, today)));
  return {
    text,
    ads,
    adCount: ads.length,
    totalReach,
    daysRunning: longest,
    ...scoreOfText(longest, totalReach, ads.length),
    firstSeenAt: earliest(ads.map((ad) => ad.firstSeenAt)) ?? '',
    lastSeenAt: latest(ads.map((ad) => ad.lastSeenAt)) ?? '',
  };
}
