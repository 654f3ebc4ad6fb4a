import type { contract, OutputOf } from '@magpie/contract';
import type { TagDefinition } from '../../ads/enrichment.ts';
import {
  adsMeant,
  advertiserNamed,
  byBytes,
  type Filters,
  groupedBy,
  type IndexedAd,
  platformsOf,
  ranked,
  reachOf,
  type StoredAdvertiser,
  sum,
  type World,
} from './ads.ts';

type Answer = OutputOf<typeof contract.brandSpy.listSimilarAdvertisers>;

/** What is known besides the ads. */
export interface Surroundings {
  readonly site: string;
  readonly tagDefinitions: readonly TagDefinition[];
  /** Where a text points; all zeros: nowhere. */
  readonly embed: (text: string) => readonly number[];
}

export function similarAdvertisers(
  world: World,
  filters: Filters,
  limit: number,
  surroundings: Surroundings,
): Answer {
  const subject = advertiserNamed(world, filters.companyName);
  if (subject === undefined) throw new Error(`There is no ${filters.companyName}.`);
  const others = world.advertisers.filter(
    (each) => each !== subject && adsMeant(world, { ...filters, companyName: each.name }).length > 0,
  );
  const near = byDirection(world, subject, others, surroundings);
  const alike = near.length > 0 ? near : byCategories(world, subject, others);
  return {
    companyName: subject.name,
    method: near.length > 0 ? 'embedding' : 'category',
    advertisers: alike.slice(0, limit).map((each) => entry(world, filters, subject, each, surroundings)),
  };
}

interface Alike {
  readonly advertiser: StoredAdvertiser;
  readonly similarity: number;
}

/** Advertisers that have less in common are not listed. */
const leastSimilarity = 0.25;

function byDirection(
  world: World,
  subject: StoredAdvertiser,
  others: readonly StoredAdvertiser[],
  { embed }: Surroundings,
): Alike[] {
  const own = directionOf(world, subject, embed);
  if (own === null) return [];
  const alike = others.flatMap((advertiser) => {
    const direction = directionOf(world, advertiser, embed);
    const similarity = direction === null ? 0 : rounded(dot(own, direction));
    return similarity < leastSimilarity ? [] : [{ advertiser, similarity }];
  });
  return ranked(
    alike,
    (each) => each.similarity,
    (each) => each.advertiser.name,
  );
}

/** The sum of the vectors of its distinct texts, whatever they are filtered by; null where no text of an ad has one. */
function directionOf(
  world: World,
  { advertiserId, categories }: StoredAdvertiser,
  embed: Surroundings['embed'],
): number[] | null {
  const ads = world.ads.filter((ad) => ad.advertiserId === advertiserId);
  const ofAds = vectorsOf(
    ads.flatMap(({ facts }) => facts.bodies.concat(facts.headlines)),
    embed,
  );
  const pages = ads.flatMap(({ derived }) => wordsOfPath(derived.landingPage ?? ''));
  const [first, ...rest] = ofAds.concat(vectorsOf(pages.concat(categories), embed));
  if (first === undefined || ofAds.length === 0) return null;
  return unit(rest.reduce((all, vector) => all.map((value, index) => value + (vector[index] ?? 0)), first));
}

function vectorsOf(texts: readonly string[], embed: Surroundings['embed']): (readonly number[])[] {
  return [...new Set(texts)]
    .filter((text) => !text.includes('{{'))
    .map(embed)
    .filter((vector) => lengthOf(vector) > 0);
}

function wordsOfPath(page: string): string {
  const path = page.slice(page.indexOf('/')).replaceAll(/%[\da-f]{2}/gi, ' ');
  return page.includes('/') ? path.replaceAll(/[^\p{L}]+/gu, ' ').trim() : '';
}

function dot(one: readonly number[], other: readonly number[]): number {
  return one.reduce((all, value, index) => all + value * (other[index] ?? 0), 0);
}

function lengthOf(vector: readonly number[]): number {
  return Math.hypot(...vector);
}

function unit(vector: readonly number[]): number[] {
  return vector.map((value) => value / lengthOf(vector));
}

function rounded(similarity: number): number {
  return Math.round(similarity * 10_000) / 10_000;
}

/** By the share of common categories, then by the number of ads. */
function byCategories(world: World, subject: StoredAdvertiser, others: readonly StoredAdvertiser[]): Alike[] {
  const alike = others.flatMap((advertiser) => {
    const shared = sharedCategories(subject, advertiser).length;
    const all = new Set([...subject.categories, ...advertiser.categories]).size;
    return shared === 0 ? [] : [{ advertiser, similarity: rounded(shared / all) }];
  });
  const adsOf = ({ advertiser }: Alike): number =>
    world.ads.filter((ad) => ad.advertiserId === advertiser.advertiserId).length;
  const byAds = ranked(alike, adsOf, (each) => each.advertiser.name);
  return byAds.toSorted((one, other) => other.similarity - one.similarity);
}

function sharedCategories(one: StoredAdvertiser, other: StoredAdvertiser): string[] {
  return one.categories.filter((each) => other.categories.includes(each)).toSorted(byBytes);
}

function entry(
  world: World,
  filters: Filters,
  subject: StoredAdvertiser,
  { advertiser, similarity }: Alike,
  { site, tagDefinitions }: Surroundings,
): Answer['advertisers'][number] {
  const ads = adsMeant(world, { ...filters, companyName: advertiser.name });
  const theirs = frequentTags(ads);
  const shared = frequentTags(adsMeant(world, filters)).filter((id) => theirs.includes(id));
  const { advertiserId, name, logoUrl } = advertiser;
  return {
    advertiserId,
    name,
    brandLogo: logoUrl ?? `${site}/logos/${advertiserId}.svg`,
    adCount: ads.length,
    totalReach: sum(ads.map(reachOf)),
    platforms: platformsOf(ads),
    similarity,
    sharedCategories: sharedCategories(subject, advertiser),
    sharedTags: shared
      .flatMap((id) => tagDefinitions.find((each) => each.tagDefinitionId === id)?.shortText ?? [])
      .slice(0, 10),
  };
}

/** The 20 that most of the ads have. */
function frequentTags(ads: readonly IndexedAd[]): number[] {
  const groups = groupedBy(ads, ({ derived }) => derived.tags.map((tag) => tag.tagDefinitionId));
  const tags = ranked(
    groups,
    ([, having]) => having.length,
    ([id]) => id,
  );
  return tags.map(([id]) => id).slice(0, 20);
}
