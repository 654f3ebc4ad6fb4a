import type { contract, OutputOf } from '@magpie/contract';
import { groupBy } from '../../db/postgres/batches.sql.ts';
import { toDay } from '../run.ts';
import type { MemberRow } from './families.sql.ts';

type Family = OutputOf<typeof contract.ads.getFamily>;
type FamilyRuns = Pick<Family, 'firstRunner' | 'advertisers' | 'totalAdvertisers' | 'revivals' | 'copycats'>;
export type RunningAd = Pick<
  MemberRow,
  'hash' | 'advertiserId' | 'firstDate' | 'lastDate' | 'isActive' | 'isStartPublished'
>;
type NameOf = (advertiserId: number) => string;

const maxAdvertisers = 50;
const maxRevivals = 20;
/** A shorter pause may be a day on which nobody looked. */
export const minPauseDays = 7;

/**
 * Who ran a creative when.
 * @param ads by their first day
 */
export function describeRuns(ads: readonly RunningAd[], nameOf: NameOf): FamilyRuns {
  const byAdvertiser = [...groupBy(ads, ({ advertiserId }) => advertiserId).values()];
  const firstRunner = findFirstRunner(ads, nameOf);
  return {
    firstRunner,
    advertisers: byAdvertiser.slice(0, maxAdvertisers).map((own) => describeAdvertiser(own, nameOf)),
    totalAdvertisers: byAdvertiser.length,
    revivals: listRevivals(ads, nameOf),
    copycats: firstRunner === null ? [] : listCopycats(byAdvertiser, firstRunner, nameOf),
  };
}

function findFirstRunner([first, ...others]: readonly RunningAd[], nameOf: NameOf): Family['firstRunner'] {
  if (first === undefined) return null;
  const { advertiserId, firstDate, hash } = first;
  if (others.some((ad) => ad.firstDate === firstDate && ad.advertiserId !== advertiserId)) return null;
  const isDatePublished = first.isStartPublished === 1;
  return { advertiserId, companyName: nameOf(advertiserId), hash, firstDate, isDatePublished };
}

function describeAdvertiser(own: readonly RunningAd[], nameOf: NameOf): Family['advertisers'][number] {
  const advertiserId = own[0]?.advertiserId ?? 0;
  return {
    advertiserId,
    companyName: nameOf(advertiserId),
    ads: own.length,
    runningAds: own.filter(({ isActive }) => isActive === 1).length,
    firstDate: own[0]?.firstDate ?? '',
    lastDate: own.reduce((latest, { lastDate }) => (lastDate > latest ? lastDate : latest), ''),
  };
}

function listCopycats(
  byAdvertiser: readonly (readonly RunningAd[])[],
  first: NonNullable<Family['firstRunner']>,
  nameOf: NameOf,
): Family['copycats'] {
  return byAdvertiser
    .flatMap((own) => {
      const [ad] = own;
      if (ad === undefined || ad.advertiserId === first.advertiserId) return [];
      const isKnown = first.isDatePublished && ad.isStartPublished === 1;
      const { advertiserId, firstDate } = ad;
      const daysLater = isKnown ? toDay(firstDate) - toDay(first.firstDate) : null;
      return [{ advertiserId, companyName: nameOf(advertiserId), ads: own.length, firstDate, daysLater }];
    })
    .slice(0, maxAdvertisers);
}

function listRevivals(ads: readonly RunningAd[], nameOf: NameOf): Family['revivals'] {
  const revivals: Family['revivals'] = [];
  let lastDay = toDay(ads[0]?.lastDate ?? '');
  for (const { hash, advertiserId, firstDate, lastDate } of ads) {
    const pausedDays = toDay(firstDate) - lastDay - 1;
    if (pausedDays >= minPauseDays) {
      revivals.push({ date: firstDate, pausedDays, hash, advertiserId, companyName: nameOf(advertiserId) });
    }
    lastDay = Math.max(lastDay, toDay(lastDate));
  }
  return revivals.toReversed().slice(0, maxRevivals);
}
