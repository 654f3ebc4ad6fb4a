import { contract, type OutputOf } from '@magpie/contract';
import { z } from 'zod';
import { MagpieError } from '@magpie/contract/errors';
import type { Call } from '../calling.ts';
import { quoted } from '../quoting.ts';
import { fewCompact, shapeOf } from '../shapes.ts';
import { tool } from '../tool.ts';
import { copiesTold, headlinesTold, hooksTold, pagesTold, tagsTold } from './brands.ts';

type BrandSpy = typeof contract.brandSpy;
type Changes = OutputOf<BrandSpy['getChanges']>;

const { companyName, dateFrom, dateTo, status, sortBy, limit, cursor } = shapeOf(
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
  status: status.removeDefault().optional().describe('Not of changes.'),
  category: shapeOf(contract.brandSpy.getTags).category.describe('Of tags, such as hook, offer, ad angle.'),
  sortBy: sortBy.removeDefault().optional().describe('Of copies, headlines, hooks.'),
  limit: limit.removeDefault().optional().describe(`${fewCompact} if absent; of similar at most 50.`),
  cursor: cursor.removeDefault().optional().describe('Not of tags, changes, similar.'),
});

type What = z.output<typeof what>;
type Asked = Omit<z.output<typeof input>, 'what'>;
type List = (call: Call, asked: Asked) => Promise<object>;

const dated = ['companyName', 'dateFrom', 'dateTo', 'limit'];
const paged = [...dated, 'status', 'cursor'];
const ordered = [...paged, 'sortBy'];

const taken: Readonly<Record<What, readonly string[]>> = {
  copies: ordered,
  headlines: ordered,
  hooks: ordered,
  tags: [...dated, 'status', 'category'],
  landingPages: paged,
  launches: paged,
  changes: dated,
  similar: [...dated, 'status'],
};

/** A field that would change nothing is a mistake: who sends it expects that it does. */
function refuseOthers(list: What, asked: Asked): void {
  const other = Object.keys(asked).find((field) => !taken[list].includes(field));
  if (other === undefined) return;
  throw new MagpieError(
    'BAD_REQUEST',
    `The list ${list} takes no ${other}; it takes ${taken[list].join(', ')}.`,
  );
}

const lists: Readonly<Record<What, List>> = {
  copies: async (call, asked) => {
    const { copies, total, nextCursor } = await call('brandSpy.getAdCopies', asked);
    return { total, nextCursor, copies: copiesTold(copies, 400) };
  },

  headlines: async (call, asked) => {
    const { headlines, total, nextCursor } = await call('brandSpy.getHeadlines', asked);
    return { total, nextCursor, headlines: headlinesTold(headlines) };
  },

  hooks: async (call, asked) => {
    const { hooks, total, nextCursor } = await call('brandSpy.getHooks', asked);
    return { total, nextCursor, hooks: hooksTold(hooks) };
  },

  tags: async (call, asked) => {
    const tags = await call('brandSpy.getTags', asked);
    return { total: tags.total, ads: tags.totalAds, averageScore: tags.averageScore, tags: tagsTold(tags) };
  },

  landingPages: async (call, { sortBy: _ofTexts, ...asked }) => {
    const { landingPages, total, nextCursor } = await call('brandSpy.getLandingPages', asked);
    return { total, nextCursor, landingPages: pagesTold(landingPages) };
  },

  launches: async (call, asked) => {
    const { from, to, launches, total, nextCursor } = await call('brandSpy.getTimeline', asked);
    return {
      from,
      to,
      total,
      nextCursor,
      launches: launches.map(({ hash, launchedAt, format, headline, status: now, daysRunning }) => ({
        hash,
        launched: launchedAt,
        format,
        headline: headline && quoted(headline, 100),
        status: now,
        days: daysRunning,
      })),
    };
  },

  changes: async (call, asked) => {
    const { companyName: company, limit: limited } = asked;
    const changes = await call('brandSpy.getChanges', { companyName: company, ...rangeOf(asked) });
    return changesTold(changes, limited);
  },

  similar: async (call, asked) => {
    const { method, advertisers } = await call('brandSpy.listSimilarAdvertisers', asked);
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

/** The last seven days, unless told otherwise. */
function rangeOf({
  dateFrom: from,
  dateTo: to = new Date().toISOString().slice(0, 10),
}: Pick<Asked, 'dateFrom' | 'dateTo'>) {
  return {
    dateFrom: from ?? new Date(Date.parse(to) - 6 * dayLength).toISOString().slice(0, 10),
    dateTo: to,
  };
}

/** How often each happened, and the newest of it. */
function changesTold(
  { from, to, launched, stopped, revived, ...others }: Changes,
  limited: number | undefined,
) {
  const turns = ({ total, ads }: Changes['launched']) => ({
    total,
    ads: ads
      .slice(0, limited ?? fewCompact)
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
    launched: turns(launched),
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
  answers: { 'total?': 'integer', 'nextCursor?': 'integer' },
  effect: 'none',
  answer: async (call, { what: list, ...asked }) => {
    refuseOthers(list, asked);
    return lists[list](call, list === 'changes' ? asked : { limit: fewCompact, ...asked });
  },
});
