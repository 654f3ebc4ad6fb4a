import type { Ad, AdMeasurements, Media, SavedAd } from '@magpie/contract';
import { howItRuns, logoOf, type MeasuredRow } from '../ads/presentation.ts';
import { shownTexts } from '../ads/shownTexts.ts';
import type { Postgres } from '../db/postgres/postgres.ts';
import { keptAddresses, type KeptAddresses } from './media/keptAddresses.ts';

/** The ad as it was when it was saved. Where no logo was known it is null: our drawing has an address of ours, which may change. */
export type SavedSnapshot = Omit<Ad, 'advertiser'> & {
  readonly advertiser: Omit<Ad['advertiser'], 'brandLogo'> & { readonly brandLogo: string | null };
};

/** A saved ad as the engine gives it. */
export interface StoredAd {
  readonly id: number;
  readonly ad: SavedSnapshot;
  /** What the index last said of how it runs; null where it does not know the ad. */
  readonly measured: MeasuredRow | null;
  readonly savedAt: Date;
  readonly note: string | null;
  /** The boards that hold it, as far as the reader sees them. */
  readonly boardIds: number[];
}

/** Saved ads as the interface shows them: with the pictures that this service keeps in place of those elsewhere. */
export async function presentSaved(
  db: Postgres,
  rows: readonly StoredAd[],
  site: string,
): Promise<SavedAd[]> {
  const kept = await keptAddresses(
    db,
    rows.map(({ id }) => id),
    site,
  );
  return presentWith(kept, rows, site);
}

/** The same for who has asked already which pictures are kept of them. */
export function presentWith(kept: KeptAddresses, rows: readonly StoredAd[], site: string): SavedAd[] {
  const today = new Date().toISOString().slice(0, 10);
  return rows.map(({ id, ad, measured, savedAt, note, boardIds }) => ({
    ...withPictures(
      measured === null ? ad : { ...ad, ...howItRuns(measured, today) },
      kept.get(id) ?? new Map(),
      site,
    ),
    savedAs: measurementsOf(ad),
    savedAt: savedAt.toISOString(),
    boardIds,
    note,
  }));
}

function measurementsOf(ad: SavedSnapshot): AdMeasurements {
  const { status, startDate, endDate, firstSeenAt, lastSeenAt, daysRunning } = ad;
  const { reach, engagement, performanceScore, scoreParts } = ad;
  const runs = { status, startDate, endDate, firstSeenAt, lastSeenAt, daysRunning };
  return { ...runs, reach, engagement, performanceScore, scoreParts };
}

function withPictures(ad: SavedSnapshot, kept: ReadonlyMap<string, string>, site: string): Ad {
  const { advertiserId, brandLogo } = ad.advertiser;
  const logo = brandLogo ?? logoOf(advertiserId, site);
  // Copies from before cards counted hold only the ad's own texts.
  return withKept({ ...ad, ...shownTexts(ad), advertiser: { ...ad.advertiser, brandLogo: logo } }, kept);
}

/** The ad with our copies in place of the pictures that are kept of it. */
export function withKept(ad: Ad, kept: ReadonlyMap<string, string>): Ad {
  const ours = (address: string): string => kept.get(address) ?? address;
  const pictured = (media: Media): Media => ({
    ...media,
    // A video is not kept, only the picture that stands for it.
    url: media.type === 'image' ? ours(media.url) : media.url,
    thumbnailUrl: media.thumbnailUrl === null ? null : ours(media.thumbnailUrl),
  });
  return {
    ...ad,
    advertiser: { ...ad.advertiser, brandLogo: ours(ad.advertiser.brandLogo) },
    media: ad.media.map(pictured),
    cards: ad.cards.map((card) => ({ ...card, media: card.media.map(pictured) })),
  };
}
