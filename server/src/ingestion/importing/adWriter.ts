import type { OpenAd } from '@magpie/contract';
import type { Analyses, RecordCounts, Sighting } from '../../ads/catalog.ts';
import { assertDiskSpace } from '../../rpc/executeProcedure.ts';
import type { Preparation } from './prepare.ts';
import { isDiskFull, diskFullError, type DiskSpace } from '../../config/dataFolder.ts';

export interface AdWriter {
  recordAds(ads: readonly OpenAd[], sighting: Sighting, analyses?: Analyses): Promise<RecordCounts>;
  endImport(importId: string): Promise<void>;
  optimize(): Promise<void>;
  /** Threads that prepare what this writer records; without them, the importer prepares it itself. */
  readonly preparation?: Preparation;
}

/** Ends an import, also after a failure. If this fails too, the import counts as ended after a timeout. */
export async function endImportSafely(writer: Pick<AdWriter, 'endImport'>, importId: string): Promise<void> {
  await writer.endImport(importId).catch(() => undefined);
}

/** Refuses writes when the disk is almost full: a database that runs out of space mid-write may need manual recovery. */
export function withDiskSpaceCheck(writer: AdWriter, room: DiskSpace): AdWriter {
  return {
    ...(writer.preparation !== undefined && { preparation: writer.preparation }),
    recordAds: async (ads, sighting, analyses) => {
      await assertDiskSpace(room);
      return writer.recordAds(ads, sighting, analyses).catch((error: unknown) => {
        throw isDiskFull(error) ? diskFullError(error) : error;
      });
    },
    endImport: (importId) => writer.endImport(importId),
    optimize: () => writer.optimize(),
  };
}

export const nothingRecorded: RecordCounts = { created: 0, updated: 0, unchanged: 0 };

export function addRecorded(a: RecordCounts, b: RecordCounts): RecordCounts {
  return {
    created: a.created + b.created,
    updated: a.updated + b.updated,
    unchanged: a.unchanged + b.unchanged,
  };
}
