import { contract, type OutputOf } from '@magpie/contract';
import { z } from 'zod';
import { MagpieError } from '@magpie/contract/errors';
import type { McpCall } from '../calling.ts';
import { quoted } from '../quoting.ts';
import { tool, defaultCompactLimit, getShape } from '../tool.ts';
import { countDays } from './ads.ts';
import {
  summarizeCopies,
  summarizeHeadlines,
  summarizeHooks,
  summarizeLandingPages,
  summarizeTags,
} from './brands.ts';

type BrandSpy = typeof contract.brandSpy;
type Changes = OutputOf<BrandSpy['getChanges']>;

const { companyName, dateFrom, dateTo, status, sortBy, limit, cursor } = getShape(
  contract.brandSpy.getAdCopies,
);

const what = z.enum([
  'copies',
  'headlines',
  'hooks',
  'tags',
  'landingPages',
  'launches',
  'changes',
  'similar',
]);

const input = z.strictObject({
  companyName,
  what,
  dateFrom,
  dateTo,
  status: status.removeDefault().optional().describe('Not for changes.'),
  category: getShape(contract.brandSpy.getTags).category.describe('For tags, such as hook, offer, ad angle.'),
  sortBy: sortBy.removeDefault().optional().describe('For copies, headlines, hooks.'),
  limit: limit
    .removeDefault()
    .optional()
    .describe(`${defaultCompactLimit} by default; for similar at most 50.`),
  cursor: cursor.removeDefault().optional().describe('Not for tags, changes, similar.'),
});

type What = z.output<typeof what>;
type ListInput = Omit<z.output<typeof input>, 'what'>;
type List = (call: McpCall, params: ListInput) => Promise<object>;

const dated = ['companyName', 'dateFrom', 'dateTo', 'limit'];
const paged = [...dated, 'status', 'cursor'];
const ordered = [...paged, 'sortBy'];

const fieldsByList: Readonly<Record<What, readonly string[]>> = {
  copies: ordered,
  headlines: ordered,
  hooks: ordered,
  tags: [...dated, 'status', 'category'],
  landingPages: paged,
  launches: paged,
  changes: dated,
  similar: [...dated, 'status'],
};

/** Rejects fields that a list ignores, because the caller expects them to work. */
function assertKnownFields(list: What, params: ListInput): void {
  const other = Object.keys(params).find((field) => !fieldsByList[list].includes(field));
  if (other === undefined) return;
  throw new MagpieError(
    'BAD_REQUEST',
    `The list ${list} does not accept ${other}; it accepts ${fieldsByList[list].join(', ')}.`,
  );
}

const lists: Readonly<Record<What, List>> = {
  copies: async (call, params) => {
    const { copies, total, nextCursor } = await call('brandSpy.getAdCopies', params);
    return { total, nextCursor, copies: summarizeCopies(copies, 400) };
  },

  headlines: async (call, params) => {
    const { headlines, total, nextCursor } = await call('brandSpy.getHeadlines', params);
    return { total, nextCursor, headlines: summarizeHeadlines(headlines) };
  },

  hooks: async (call, params) => {
    const { hooks, total, nextCursor } = await call('brandSpy.getHooks', params);
    return { total, nextCursor, hooks: summarizeHooks(hooks) };
  },

  tags: async (call, params) => {
    const tags = await call('brandSpy.getTags', params);
    return {
      total: tags.total,
      ads: tags.totalAds,
      averageScore: tags.averageScore,
      tags: summarizeTags(tags),
    };
  },

  landingPages: async (call, { sortBy: _ofTexts, ...params }) => {
    const { landingPages, total, nextCursor } = await call('brandSpy.getLandingPages', params);
    return { total, nextCursor, landingPages: summarizeLandingPages(landingPages) };
  },

  launches: async (call, params) => {
    const { from, to, launches, evidence, total, nextCursor } = await call('brandSpy.getTimeline', params);
    return {
      from,
      to,
      total,
      withoutPublishedStart: evidence.ads - evidence.publishedStarts,
      nextCursor,
      launches: launches.map((ad) => ({
        hash: ad.hash,
        launched: ad.launchedAt,
        format: ad.format,
        headline: ad.headline && quoted(ad.headline, 100),
        status: ad.status,
        days: countDays(ad),
      })),
    };
  },

  changes: async (call, params) => {
    const { companyName: company, limit: limited } = params;
    const changes = await call('brandSpy.getChanges', { companyName: company, ...resolveRange(params) });
    return summarizeChanges(changes, limited);
  },

  similar: async (call, params) => {
    const { method, advertisers } = await call('brandSpy.listSimilarAdvertisers', params);
    return {
      method,
      brands: advertisers.map(({ name, adCount, similarity, sharedCategories, sharedTags }) => ({
        name,
        ads: adCount,
        similarity,
        shared: [...sharedCategories, ...sharedTags].slice(0, 5),
      })),
    };
  },
};

const dayLength = 86_400_000;

/** The last seven days by default. */
function resolveRange({
  dateFrom: from,
  dateTo: to = new Date().toISOString().slice(0, 10),
}: Pick<ListInput, 'dateFrom' | 'dateTo'>) {
  return {
    dateFrom: from ?? new Date(Date.parse(to) - 6 * dayLength).toISOString().slice(0, 10),
    dateTo: to,
  };
}

function summarizeChanges(
  { from, to, launched, stopped, revived, ...others }: Changes,
  limited: number | undefined,
) {
  const turns = ({ total, ads }: Changes['stopped']) => ({
    total,
    ads: ads
      .slice(0, limited ?? defaultCompactLimit)
      .map(({ hash, at, headline }) => ({ hash, at, headline: headline && quoted(headline, 80) })),
  });
  const side = <Entry extends { at: string; adCount: number }>(
    { total, entries }: { total: number; entries: readonly Entry[] },
    textOf: (entry: Entry) => string,
  ) => ({
    total,
    entries: entries
      .slice(0, limited ?? 5)
      .map((entry) => ({ text: quoted(textOf(entry), 150), at: entry.at, ads: entry.adCount })),
  });
  const { copies, headlines, landingPages } = others;
  return {
    from,
    to,
    launched: {
      ...turns(launched),
      withoutPublishedStart: launched.evidence.ads - launched.evidence.publishedStarts,
    },
    stopped: turns(stopped),
    revived: turns(revived),
    newCopies: side(copies.added, ({ body }) => body),
    droppedCopies: side(copies.dropped, ({ body }) => body),
    newHeadlines: side(headlines.added, ({ headline }) => headline),
    droppedHeadlines: side(headlines.dropped, ({ headline }) => headline),
    newLandingPages: side(landingPages.added, ({ url }) => url),
    droppedLandingPages: side(landingPages.dropped, ({ url }) => url),
  };
}

export const brandDetails = tool({
  name: 'brand_details',
  description:
    'One list about a brand. hooks: opening lines; tags: angles, offers, hook types by the scores of their ads. launches: its newest ads, of the last 3 months, or from dateFrom to dateTo within the last year. changes: what it launched, stopped, added and dropped from dateFrom to dateTo, by default in the last 7 days. similar: brands with similar ads.',
  input,
  resultFields: { 'total?': 'integer', 'nextCursor?': 'integer' },
  effect: 'none',
  handle: async (call, { what: list, ...params }) => {
    assertKnownFields(list, params);
    return lists[list](call, list === 'changes' ? params : { limit: defaultCompactLimit, ...params });
  },
});
