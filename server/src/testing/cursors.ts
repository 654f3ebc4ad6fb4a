import type { Procedure } from '@magpie/contract';
import { pageInfo, decodeAdCursor } from '../ads/adCursor.ts';
import { listKey } from '../rpc/cursor.ts';
import type { MaybePromise } from '../rpc/maybePromise.ts';

/** The cursor of a list over the index that leads behind so many entries, also where there are fewer. */
export async function cursorAt(
  { newestRecording }: { readonly newestRecording: () => MaybePromise<number> },
  { input }: Procedure,
  name: string,
  filters: object,
  offset: number,
): Promise<number> {
  const list = listKey(name, input.parse(filters) as Record<string, unknown>);
  const walk = decodeAdCursor(list, 0, await newestRecording());
  return pageInfo(walk, offset, offset + 1).nextCursor ?? 0;
}
