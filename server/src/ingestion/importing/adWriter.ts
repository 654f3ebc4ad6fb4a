import type { OpenAd } from '@magpie/contract';
import type { Recorded, Sighting } from '../../ads/catalog.ts';
import { assertDiskSpace } from '../../rpc/executeProcedure.ts';
import { isDiskFull, outOfRoom, type Room } from '../../config/dataFolder.ts';

/** Where ads go that were read and checked: the catalog of this process, or that of a running server. */
export interface AdWriter {
  recordAds(ads: readonly OpenAd[], sighting: Sighting): Promise<Recorded>;
  /** Says that no more ads come of an import, so that rules look at it. */
  endImport(importId: string): Promise<void>;
  settle(): Promise<void>;
}

/** An import has ended, also where it failed. One whose end nobody can note counts as ended after a while. */
export async function tryToEnd(sink: Pick<AdWriter, 'endImport'>, importId: string): Promise<void> {
  await sink.endImport(importId).catch(() => undefined);
}

/** Refuses to record on a disk that is almost full: an engine that runs out of space in a write may need help after. */
export function withRoom(sink: AdWriter, room: Room): AdWriter {
  return {
    recordAds: async (ads, sighting) => {
      await assertDiskSpace(room);
      return sink.recordAds(ads, sighting).catch((error: unknown) => {
        throw isDiskFull(error) ? outOfRoom(error) : error;
      });
    },
    endImport: (importId) => sink.endImport(importId),
    settle: () => sink.settle(),
  };
}

export const nothingRecorded: Recorded = { created: 0, updated: 0, unchanged: 0 };

export function sumOf(a: Recorded, b: Recorded): Recorded {
  return {
    created: a.created + b.created,
    updated: a.updated + b.updated,
    unchanged: a.unchanged + b.unchanged,
  };
}
