import { splitWords } from '@magpie/server/ads/searchText';
import { toGrayPicture } from '@magpie/server/integrations/words/grayPicture';
import { openRecognizer } from '@magpie/server/integrations/words/recognizer';
import type { DrawnPicture } from './pictures.ts';

export interface WordQuality {
  readonly group: string;
  readonly pictures: number;
  /** Words that were drawn. */
  readonly drawn: number;
  readonly read: number;
  /** Of the drawn words, those that were read; each counts as often as it is drawn. */
  readonly found: number;
  /** Of the main thread, from the decoded picture to the words. */
  readonly seconds: number;
}

/** Words are compared as a search does: without case and accents. */
export async function measureWords(pictures: readonly DrawnPicture[]): Promise<WordQuality[]> {
  const readLines = await openRecognizer();
  const groups = new Map<string, WordQuality>();
  for (const { group, bytes, lines } of pictures) {
    const gray = await toGrayPicture(bytes);
    const before = process.cpuUsage();
    const read = readLines(gray).flatMap(({ text }) => splitWords(text));
    const { user, system } = process.cpuUsage(before);
    const drawn = lines.flatMap((line) => splitWords(line));
    const sum = groups.get(group) ?? { group, pictures: 0, drawn: 0, read: 0, found: 0, seconds: 0 };
    groups.set(group, {
      group,
      pictures: sum.pictures + 1,
      drawn: sum.drawn + drawn.length,
      read: sum.read + read.length,
      found: sum.found + countCommon(drawn, read),
      seconds: sum.seconds + (user + system) / 1e6,
    });
  }
  return [...groups.values()];
}

function countCommon(drawn: readonly string[], read: readonly string[]): number {
  const left = new Map<string, number>();
  for (const word of read) left.set(word, (left.get(word) ?? 0) + 1);
  return drawn.filter((word) => {
    const count = left.get(word) ?? 0;
    left.set(word, count - 1);
    return count > 0;
  }).length;
}
