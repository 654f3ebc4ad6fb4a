import { Ad, OpenAd, type OpenAdInput } from '@magpie/contract';
import { demoAds } from '@magpie/demo/demoAds';
import { adHash, advertiserId, buildAdKey } from '@magpie/server/ads/identity';
import { sumEngagement } from '@magpie/server/ads/knownAd';
import { shownTexts } from '@magpie/server/ads/presentation';
import { defaultFreshnessDays, describeRun } from '@magpie/server/ads/run';
import { scoreOfAd } from '@magpie/server/ads/score';
import { unknownShownTransparency } from '@magpie/server/ads/transparency';
import { addPerson } from '@magpie/server/auth/people';
import { savedAdColumns } from '@magpie/server/boards/savedAdColumns';
import type { SavedSnapshot } from '@magpie/server/boards/presentSaved';
import type { Postgres } from '@magpie/server/db/postgres/postgres';
import { today } from '../harness.ts';
import { createBoards, findUser, insertSaved, vacuum, type DemoSavedAd } from './load.sql.ts';

const email = 'bench@example.com';
const batch = 500;
const boards = 20;
/** Days over which the ads were saved. */
const days = 730;
const dayMilliseconds = 86_400_000;

/** Creates a user with saved demo ads on twenty boards; the first boards get the most. */
export async function loadLibrary(db: Postgres, ads: number) {
  const { key } = await addPerson(db, email);
  const userId = await findUser(db, email);
  const boardIds = await createBoards(db, userId, boards);
  let saved: DemoSavedAd[] = [];
  let number = 0;
  for (const demoAd of demoAds({ ads, today })) {
    number += 1;
    const boardId = boardIds[Math.floor(boards * (((number * 7919) % 1000) / 1000) ** 2)];
    const savedAt = new Date(Date.parse(today) - Math.floor((1 - number / ads) * days * dayMilliseconds));
    const ad = createSnapshot(demoAd);
    saved.push({ ad, row: { ...toRow(ad, savedAt), board_id: boardId } });
    if (saved.length < batch && number < ads) continue;
    await insertSaved(db, userId, saved);
    saved = [];
  }
  await vacuum(db);
  return { userId, key };
}

/** JSON has no Infinity; PostgreSQL reads it from text. */
function toRow(ad: SavedSnapshot, savedAt: Date): object {
  const columns = savedAdColumns(ad, savedAt);
  const keys = Object.entries(columns).flatMap(([name, value]) =>
    name.endsWith('_key') ? [[name, String(value)] as const] : [],
  );
  return { ...columns, ...Object.fromEntries(keys), ad_hash: ad.hash, saved_at: savedAt };
}

function createSnapshot(demoAd: OpenAdInput): SavedSnapshot {
  const ad = OpenAd.parse(demoAd);
  const unknown = { views: null, likes: null, comments: null, shares: null, rankCountry: null };
  const engagement = { ...unknown, ...ad.engagement };
  const total = sumEngagement(engagement);
  const firstSeenAt = ad.firstSeenAt ?? `${ad.startDate ?? today}T00:00:00.000Z`;
  const lastConfirmedAt = ad.lastConfirmedAt ?? ad.lastSeenAt ?? firstSeenAt;
  const run = describeRun(
    { ...ad, firstSeenAt, lastConfirmedAt, freshnessDays: ad.freshnessDays ?? defaultFreshnessDays },
    today,
  );
  const content = Ad.omit({ advertiser: true })
    .strip()
    .parse({
      ...ad,
      ...unknownShownTransparency,
      ...shownTexts(ad),
      hash: adHash(buildAdKey(ad)),
      platform: ad.platforms[0] ?? null,
      externalId: ad.externalId ?? '',
      format: ad.format ?? 'other',
      mediaType: ad.mediaType ?? 'other',
      adType: ad.advertiser.categories[0] ?? null,
      isPartnership: ad.isPartnership ?? false,
      ...run,
      firstSeenAt,
      lastSeenAt: ad.lastSeenAt ?? firstSeenAt,
      lastConfirmedAt,
      reach: ad.reach ?? { value: null, lower: null, upper: null, kind: null },
      engagement: { ...engagement, total, capturedAt: ad.capturedAt },
      ...scoreOfAd(run.daysRunning, ad.reach?.value ?? null, total),
      percentile: null,
      comparedWith: null,
      tags: [],
    });
  return {
    ...content,
    advertiser: {
      advertiserId: advertiserId(ad.advertiser.name),
      name: ad.advertiser.name,
      brandLogo: ad.advertiser.logoUrl,
      pageUrl: ad.advertiser.pageUrl,
    },
  };
}
