import type { Ad, AdMeasurements, Media, SavedAd, ScoreRank } from '@magpie/contract';
import type { RankScore } from '../ads/percentiles.ts';
import { presentMeasurements, monogramUrl, shownTexts, type MeasuredRow } from '../ads/presentation.ts';
import { scoreOfParts } from '../ads/score.ts';
import { unknownShownTransparency, type ShownTransparency } from '../ads/transparency.ts';
import { defaultFreshnessDays, describeRun } from '../ads/run.ts';
import type { Organized } from './labels.sql.ts';
import type { KeptUrls } from './media/storePicture.ts';

/** The ad at the time of saving. An unknown logo is null, because the URL of a generated monogram may change. */
export type SavedSnapshot = Omit<Ad, 'advertiser' | LaterField> & {
  /** Absent in copies made by earlier versions. */
  readonly [Name in LaterField]?: Ad[Name];
} & {
  readonly advertiser: Omit<Ad['advertiser'], 'brandLogo'> & { readonly brandLogo: string | null };
};

type LaterField =
  | 'lastConfirmedAt'
  | 'daysRunningKind'
  | 'confidence'
  | keyof ScoreRank
  | keyof ShownTransparency;

export interface StoredAd extends Organized {
  readonly id: number;
  readonly ad: SavedSnapshot;
  readonly measured: MeasuredRow | null;
  readonly savedAt: Date;
  readonly note: string | null;
  readonly boardIds: number[];
}

export function presentSaved(
  rows: readonly StoredAd[],
  { keptUrls, rank, site }: { readonly keptUrls: KeptUrls; readonly rank: RankScore; readonly site: string },
): SavedAd[] {
  const today = new Date().toISOString().slice(0, 10);
  return rows.map(({ id, ad, measured, savedAt, note, boardIds, labels, stage }) => ({
    ...withPictures(
      {
        ...unknownShownTransparency,
        ...ad,
        ...(measured === null
          ? currentMeasurements(ad, today)
          : rankedMeasurements(ad, measured, rank, today)),
      },
      keptUrls.get(id) ?? new Map(),
      site,
    ),
    savedAs: pickMeasurements(ad),
    savedAt: savedAt.toISOString(),
    boardIds,
    note,
    labels,
    stage,
  }));
}

function rankedMeasurements(
  { platform }: SavedSnapshot,
  measured: MeasuredRow,
  rank: RankScore,
  today: string,
): AdMeasurements {
  const measurements = presentMeasurements(measured, today);
  return { ...measurements, ...rank({ ...measurements, platform }, today) };
}

/** Earlier versions scaled up the known parts of a score. */
export function rescore(ad: SavedSnapshot): Pick<Ad, 'performanceScore' | 'scoreParts' | 'confidence'> {
  const { performanceScore, scoreParts, confidence } = ad;
  return confidence === undefined ? scoreOfParts(scoreParts) : { performanceScore, scoreParts, confidence };
}

function pickMeasurements(ad: SavedSnapshot): AdMeasurements {
  const { status, startDate, endDate, firstSeenAt, lastSeenAt, daysRunning } = ad;
  const { reach, engagement, percentile = null, comparedWith = null } = ad;
  const { lastConfirmedAt = lastSeenAt, daysRunningKind = endDate === null ? 'atLeast' : 'exact' } = ad;
  const run = { status, startDate, endDate, firstSeenAt, lastSeenAt, lastConfirmedAt, daysRunning };
  return { ...run, daysRunningKind, reach, engagement, ...rescore(ad), percentile, comparedWith };
}

/** A copy of an ad that the index does not have is confirmed by nothing after its saving. */
function currentMeasurements(ad: SavedSnapshot, today: string): AdMeasurements {
  const saved = pickMeasurements(ad);
  const run = describeRun({ ...saved, freshnessDays: defaultFreshnessDays }, today);
  return run.status === saved.status || saved.status === 'inactive' ? saved : { ...saved, ...run };
}

function withPictures(
  ad: SavedSnapshot & AdMeasurements & ShownTransparency,
  keptUrls: ReadonlyMap<string, string>,
  site: string,
): Ad {
  const { advertiserId, brandLogo } = ad.advertiser;
  const logo = brandLogo ?? monogramUrl(advertiserId, site);
  // Older copies contain only the ad's own texts, without those of its cards.
  return withKeptPictures(
    { ...ad, ...shownTexts(ad), advertiser: { ...ad.advertiser, brandLogo: logo } },
    keptUrls,
  );
}

export function withKeptPictures(ad: Ad, keptUrls: ReadonlyMap<string, string>): Ad {
  const storedUrl = (url: string): string => keptUrls.get(url) ?? url;
  const replaceUrls = (media: Media): Media => ({
    ...media,
    url: storedUrl(media.url),
    thumbnailUrl: media.thumbnailUrl === null ? null : storedUrl(media.thumbnailUrl),
  });
  return {
    ...ad,
    advertiser: { ...ad.advertiser, brandLogo: storedUrl(ad.advertiser.brandLogo) },
    media: ad.media.map(replaceUrls),
    cards: ad.cards.map((card) => ({ ...card, media: card.media.map(replaceUrls) })),
  };
}
