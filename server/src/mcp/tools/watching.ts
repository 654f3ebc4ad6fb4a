import { contract, type OutputOf } from '@magpie/contract';
import { z } from 'zod';
import { quoted } from '../quoting.ts';
import { tool, toPage, getShape } from '../tool.ts';
import { describeCoverage } from './coverage.ts';

const listed = getShape(contract.notifications.list);
const ranking = getShape(contract.trending.topAdvertisers);

const mostFollowed = 20;

const whatsNew = tool({
  name: 'whats_new',
  description:
    'The companies the user follows, most new ads first, and their notifications, newest first. Costs 2 reads and marks nothing as read.',
  input: z.strictObject({
    unreadOnly: listed.unreadOnly,
    limit: listed.limit.removeDefault().default(10),
    cursor: listed.cursor,
    companiesCursor: listed.cursor.describe('The nextCompaniesCursor of the previous result.'),
  }),
  resultFields: {
    following: 'integer',
    companies: 'array',
    notifications: 'array',
    'nextCursor?': 'integer',
  },
  effect: 'none',
  handle: async (call, { companiesCursor, ...input }) => {
    const [followed, { notifications, total, nextCursor }] = await Promise.all([
      call('companies.listFollowed', {}),
      call('notifications.list', input),
    ]);
    const busiest = followed.toSorted((one, other) => other.newAdsLast7Days - one.newAdsLast7Days);
    const companies = toPage(busiest, companiesCursor, mostFollowed);
    return {
      following: followed.length,
      nextCompaniesCursor: companies.nextCursor,
      companies: companies.page.map(({ companyName, activeAds, newAdsLast7Days }) => ({
        name: companyName,
        activeAds,
        newAdsLast7Days,
      })),
      notifications: notifications.map(({ title, body, companyName, adHashes, createdAt, readAt }) => ({
        at: createdAt,
        company: companyName,
        title: quoted(title, 120),
        body: quoted(body, 200),
        ads: adHashes.slice(0, 3),
        isRead: readAt !== null,
      })),
      total,
      nextCursor,
    };
  },
});

const followCompany = tool({
  name: 'follow_company',
  description:
    'Follow a company by its stored name: find_advertiser first, because unknown names are accepted too. The first follow of a user also creates a rule that notifies them of new ads.',
  input: z.strictObject(getShape(contract.companies.follow)),
  resultFields: { companyName: 'string', following: 'boolean', created: 'boolean', isKnown: 'boolean' },
  effect: 'adds once',
  handle: async (call, input) => {
    const followed = await call('companies.follow', input);
    return { ...followed, isKnown: followed.advertiserId !== null };
  },
});

type TagMomentum = OutputOf<typeof contract.trending.topTagsByEngagement>['tags'][number]['momentum'];

/** What is not known is omitted. */
function describeMomentum({ state, adCountBefore, now, usual }: TagMomentum) {
  if (state === 'notKnown') return {};
  const known = { momentum: state, launches: now.launches, launchesBefore: adCountBefore };
  return usual === null ? known : { ...known, launchesUsually: Math.round(usual.launches * 10) / 10 };
}

const trending = tool({
  name: 'trending',
  description:
    'Tags (angles, offers, emotions) or advertisers with most engagement on ads launched in the last days, or with the clearest rise of their share (momentum). Lower rate limit.',
  input: z.strictObject({
    of: z.enum(['tags', 'advertisers']),
    windowDays: ranking.windowDays.default(7),
    country: ranking.country,
    platform: ranking.platform,
    sortBy: ranking.sortBy.meta({ description: undefined }),
    limit: ranking.limit.removeDefault().default(10),
  }),
  resultFields: { coverage: 'string', 'tags?': 'array', 'advertisers?': 'array' },
  effect: 'none',
  handle: async (call, { of, ...input }) => {
    if (of === 'tags') {
      const { tags, coverage } = await call('trending.topTagsByEngagement', input);
      return {
        coverage: describeCoverage(coverage),
        tags: tags.map(({ category, shortText, totalEngagement, adCount, momentum }) =>
          Object.assign(
            { category, tag: shortText, engagement: totalEngagement, ads: adCount },
            input.sortBy === 'momentum' && describeMomentum(momentum),
          ),
        ),
      };
    }
    const { advertisers, coverage } = await call('trending.topAdvertisers', input);
    return {
      coverage: describeCoverage(coverage),
      advertisers: advertisers.map(({ name, totalEngagement, adCount, platforms, momentum }) =>
        Object.assign(
          { name, engagement: totalEngagement, ads: adCount, platforms: platforms.join(',') },
          momentum && describeMomentum(momentum),
        ),
      ),
    };
  },
});

export const watchingTools = [whatsNew, followCompany, trending];
