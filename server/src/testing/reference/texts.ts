import type { contract, OutputOf, ParsedInputOf } from '@magpie/contract';
import {
  adsMeant,
  daysRunning,
  daysRunningKind,
  earliest,
  type Filters,
  groupedBy,
  type IndexedAd,
  latest,
  pictureOf,
  ranked,
  reachOf,
  sum,
  type World,
} from './ads.ts';
import { scoreOfText } from './score.ts';

type AdCopy = OutputOf<typeof contract.brandSpy.getAdCopies>['copies'][number];
type Headline = OutputOf<typeof contract.brandSpy.getHeadlines>['headlines'][number];
type Statistics = Omit<AdCopy, 'body'>;
export type TextOrder = ParsedInputOf<typeof contract.brandSpy.getAdCopies>['sortBy'];

export function adCopies(world: World, filters: Filters, sortBy: TextOrder): AdCopy[] {
  const bodies = ({ facts }: IndexedAd) => [...facts.bodies, ...facts.cards.map((card) => card.body)];
  return texts(world, filters, sortBy, bodies).map(([body, rest]) => Object.assign({ body }, rest));
}

export function headlines(world: World, filters: Filters, sortBy: TextOrder): Headline[] {
  const lines = ({ facts }: IndexedAd) => [...facts.headlines, ...facts.cards.map((card) => card.headline)];
  return texts(world, filters, sortBy, lines).map(([headline, rest]) => Object.assign({ headline }, rest));
}

function texts(
  world: World,
  filters: Filters,
  sortBy: TextOrder,
  textsOf: (ad: IndexedAd) => (string | null)[],
): [text: string, statistics: Statistics][] {
  const groups = groupedBy(adsMeant(world, filters), (ad) =>
    textsOf(ad)
      .filter((text) => text !== null)
      .map((text) => text.normalize('NFC').trim())
      // A template is no text that anybody reads.
      .filter((text) => text !== '' && !text.includes('{{')),
  );
  const entries = [...groups].map(([text, ads]): [string, Statistics] => [
    text,
    statisticsOf(ads, world.today),
  ]);
  return ranked(
    entries,
    ([, statistics]) => valueBy[sortBy](statistics),
    ([text]) => text,
  );
}

const valueBy: Readonly<Record<TextOrder, (statistics: Statistics) => number>> = {
  adCount: ({ adCount }) => adCount,
  reach: ({ totalReach }) => totalReach,
  longestRunning: (statistics) => statistics.daysRunning,
  performanceScore: ({ performanceScore }) => performanceScore,
};

function statisticsOf(ads: readonly IndexedAd[], today: string): Statistics {
  const totalReach = sum(ads.map(reachOf));
  const longest = Math.max(...ads.map((ad) => daysRunning(ad, today)));
  return {
    adCount: ads.length,
    totalReach,
    daysRunning: longest,
    daysRunningKind: ads.every((ad) => daysRunningKind(ad, today) === 'exact') ? 'exact' : 'atLeast',
    ...scoreOfText(longest, totalReach, ads.length),
    firstSeenAt: earliest(ads.map((ad) => ad.firstSeenAt)) ?? '',
    lastSeenAt: latest(ads.map((ad) => ad.lastSeenAt)) ?? '',
    sampleAd: sampleOf(ads),
  };
}

/** The ad that reached the most; those whose reach is not known come last. */
function sampleOf(ads: readonly IndexedAd[]): Statistics['sampleAd'] {
  const [most] = ranked(
    ads,
    (ad) => reachOf(ad) ?? -1,
    (ad) => ad.hash,
  );
  return { hash: most?.hash ?? '', thumbnailUrl: most === undefined ? null : pictureOf(most) };
}
