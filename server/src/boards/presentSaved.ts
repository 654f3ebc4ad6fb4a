import type { Ad, AdMeasurements, Media, SavedAd } from '@magpie/contract';
import { presentMeasurements, monogramUrl, shownTexts, type MeasuredRow } from '../ads/presentation.ts';
import { unknownShownTransparency, type ShownTransparency } from '../ads/transparency.ts';
import { defaultFreshnessDays, describeRun } from '../ads/run.ts';
import type { Postgres } from '../db/postgres/postgres.ts';
import type { Organized } from './labels.sql.ts';
import { findKeptUrls, type KeptUrls } from './media/storePicture.ts';

/** The ad at the time of saving. An unknown logo is null, because the URL of a generated monogram may change. */
export type SavedSnapshot = Omit<Ad, 'advertiser' | LaterField> & {
  /** Absent in copies made by earlier versions. */
  readonly [Name in LaterField]?: Ad[Name];
} & {
  readonly advertiser: Omit<Ad['advertiser'], 'brandLogo'> & { readonly brandLogo: string | null };
};

type LaterField = 'lastConfirmedAt' | 'daysRunningKind' | keyof ShownTransparency;

export interface StoredAd extends Organized {
  readonly id: number;
  readonly ad: SavedSnapshot;
  readonly measured: MeasuredRow | null;
  readonly savedAt: Date;
  readonly note: string | null;
  readonly boardIds: number[];
}

export async function presentSaved(db: Postgres, rows: readonly StoredAd[], site: string) {
  const ids = rows.map(({ id }) => id);
  const keptUrls = await findKeptUrls(db, ids, site);
  return presentSavedWith(keptUrls, rows, site);
}

export function presentSavedWith(keptUrls: KeptUrls, rows: readonly StoredAd[], site: string): SavedAd[] {
  const today = new Date().toISOString().slice(0, 10);
  return rows.map(({ id, ad, measured, savedAt, note, boardIds, labels, stage }) => ({
    ...withPictures(
      {
        ...unknownShownTransparency,
        ...ad,
        ...(measured === null ? currentMeasurements(ad, today) : presentMeasurements(measured, today)),
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

function pickMeasurements(ad: SavedSnapshot): AdMeasurements {
  const { status, startDate, endDate, firstSeenAt, lastSeenAt, daysRunning } = ad;
  const { reach, engagement, performanceScore, scoreParts } = ad;
  const { lastConfirmedAt = lastSeenAt, daysRunningKind = endDate === null ? 'atLeast' : 'exact' } = ad;
  const run = { status, startDate, endDate, firstSeenAt, lastSeenAt, lastConfirmedAt, daysRunning };
  return { ...run, daysRunningKind, reach, engagement, performanceScore, scoreParts };
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
    // Of a video only the thumbnail is stored.
    url: media.type === 'image' ? storedUrl(media.url) : media.url,
    thumbnailUrl: media.thumbnailUrl === null ? null : storedUrl(media.thumbnailUrl),
  });
  return {
    ...ad,
    advertiser: { ...ad.advertiser, brandLogo: storedUrl(ad.advertiser.brandLogo) },
    media: ad.media.map(replaceUrls),
    cards: ad.cards.map((card) => ({ ...card, media: card.media.map(replaceUrls) })),
  };
}
