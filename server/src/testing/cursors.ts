import type { Procedure } from '@magpie/contract';
import { pageAfter, walkAt } from '../catalog/cursor.ts';
import { listKey } from '../kernel/page.ts';
import type { Soon } from '../kernel/soon.ts';

/** The cursor of a list over the index that leads behind so many entries, also where there are fewer. */
export async function cursorAt(
  { newestRecording }: { readonly newestRecording: () => Soon<number> },
  { input }: Procedure,
  name: string,
  filters: object,
  offset: number,
): Promise<number> {
  const list = listKey(name, input.parse(filters) as Record<string, unknown>);
  const walk = walkAt(list, 0, await newestRecording());
  return pageAfter(walk, offset, offset + 1).nextCursor ?? 0;
}
