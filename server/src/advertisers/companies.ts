import type { contract, OutputOf } from '@magpie/contract';
import type { Aliases } from '../ads/aliases.ts';
import type { AdvertiserRow } from '../ads/ads.sql.ts';
import { advertiserId } from '../ads/identity.ts';
import { monogramUrl } from '../ads/presentation.ts';
import { compareUtf8 } from '../ads/textOrder.ts';
import { MagpieError } from '@magpie/contract/errors';
import type { Postgres } from '../db/postgres/postgres.ts';
import type { PreparedHandler, ProcedureHandlers } from '../rpc/procedure.ts';
import * as sql from './companies.sql.ts';
import { findAdvertiser, type ResearchParts } from './research.ts';

/** The ids of this many advertisers fit into one query. */
const maxFollows = 5000;

/** Called in the transaction in which a user follows a company. */
export type OnFollow = (tx: Postgres, userId: string) => Promise<void>;

export interface CompaniesParts extends ResearchParts {
  readonly aliases: Aliases;
}

export function companiesRouter(
  parts: CompaniesParts,
  onFollow: OnFollow,
): ProcedureHandlers<typeof contract.companies> {
  return {
    follow: followHandler(parts, onFollow),

    unfollow: {
      prepare: async ({ input: { companyName } }) => {
        // Also works while the index is unavailable.
        const known = await findAdvertiser(parts, companyName).catch(() => undefined);
        const ids = idsOf(known, companyName);
        return async ({ caller: { userId }, db }) => {
          const follow = await sql.deleteFollow(db, userId, ids);
          return { companyName: follow?.name ?? companyName, following: false };
        };
      },
    },

    listFollowed: async ({ caller: { userId }, db }) =>
      listFollowed(parts, await sql.listFollows(db, userId)),

    isFollowing: async ({ input: { companyName }, caller: { userId }, db }) => {
      const known = await findAdvertiser(parts, companyName);
      const follow = await sql.findFollow(db, userId, idsOf(known, companyName));
      return { companyName: known?.name ?? follow?.name ?? companyName, following: follow !== undefined };
    },
  };
}

/** A company that was followed before its name belonged to another one has the id of the name. */
function idsOf(known: AdvertiserRow | undefined, companyName: string): number[] {
  const ids = known === undefined ? [] : [known.advertiser_id, ...known.names.map(([id]) => id)];
  return [...new Set([...ids, advertiserId(companyName)])];
}

function followHandler(
  parts: ResearchParts,
  onFollow: OnFollow,
): PreparedHandler<typeof contract.companies.follow> {
  return {
    prepare: async ({ input: { companyName } }) => {
      const known = await findAdvertiser(parts, companyName);
      return async ({ caller: { userId }, db }) => {
        const named = {
          advertiserId: known?.advertiser_id ?? advertiserId(companyName),
          name: known?.name ?? companyName,
        };
        const { follow, created } = await startFollowing(db, userId, named, idsOf(known, companyName));
        if (created) await onFollow(db, userId);
        return {
          companyName: known?.name ?? follow.name,
          advertiserId: known?.advertiser_id ?? null,
          following: true,
          followedAt: follow.followedAt.toISOString(),
          created,
        };
      };
    },
  };
}

async function startFollowing(
  tx: Postgres,
  userId: string,
  named: Pick<sql.Follow, 'advertiserId' | 'name'>,
  ids: readonly number[],
): Promise<{ follow: sql.Follow; created: boolean }> {
  await sql.lockFollows(tx, userId);
  const before = await sql.findFollow(tx, userId, ids);
  if (before !== undefined) return { follow: before, created: false };
  const follow = await sql.insertFollow(tx, userId, named, maxFollows);
  if (follow !== undefined) return { follow, created: true };
  throw new MagpieError('CONFLICT', `You can follow at most ${maxFollows} brands; unfollow one first.`);
}

type Followed = OutputOf<typeof contract.companies.listFollowed>[number];

async function listFollowed(parts: CompaniesParts, follows: readonly sql.Follow[]): Promise<Followed[]> {
  if (follows.length === 0) return [];
  const ids = await parts.aliases.resolveIds(follows.map((follow) => follow.advertiserId));
  const counted = await sql.countAdsOfAdvertisers(parts.clickhouse, ids, parts.today());
  const known = new Map(counted.map((each) => [each.advertiserId, each]));
  const site = parts.siteAddress();
  // Two companies that were followed may be one by now.
  const distinct = new Map(follows.map((follow, at) => [ids[at] ?? 0, follow]));
  return Array.from(distinct, ([id, follow]) => presentFollow(follow, known.get(id), site)).toSorted(
    (one, other) =>
      Date.parse(other.followedAt) - Date.parse(one.followedAt) ||
      compareUtf8(one.companyName, other.companyName),
  );
}

function presentFollow(follow: sql.Follow, known: sql.KnownAdvertiser | undefined, site: string): Followed {
  return {
    companyName: known?.name ?? follow.name,
    advertiserId: known?.advertiserId ?? null,
    brandLogo: known?.brandLogo ?? monogramUrl(follow.advertiserId, site),
    adCount: known?.adCount ?? 0,
    activeAds: known?.activeAds ?? 0,
    newAdsLast7Days: known?.newAds ?? 0,
    followedAt: follow.followedAt.toISOString(),
  };
}
