import { testedParts } from '@magpie/contract';
import { groupBy } from '../db/postgres/batches.sql.ts';

/**
 * Finds tests: ads of one advertiser that were launched within a week and are the same except for one part. Each value of
 * that part is an arm. Ads of several formats, platforms or libraries differ in more: an image beside a video, or an
 * auction beside another one, may run longer for that reason.
 */

export type TestedPart = (typeof testedParts)[number];

/** Parts are compared as codes: the same code for the same text or nearly equal pictures, -1 for an unknown part. */
export interface TestableAd extends Readonly<Record<TestedPart, number>> {
  readonly library: number;
  readonly format: number;
  /** All platforms that it ran on. */
  readonly platforms: number;
  /** The copy after the hook. */
  readonly restOfCopy: number;
  /** Whether the audience is more than countries. If it is not, ages and other criteria may differ. */
  readonly isTargetingKnown: boolean;
  /** Equal pictures may have different addresses, so only equal addresses say something. */
  readonly pictureAddress: number;
  /** Days since 1970. */
  readonly launchDay: number;
  readonly daysRunning: number;
  readonly areDaysExact: boolean;
  readonly end: 'ended' | 'running' | 'notKnown';
}

export interface TestArm<A extends TestableAd> {
  /** The longest running first. */
  readonly ads: readonly A[];
  /** Of its longest running ad. */
  readonly daysRunning: number;
  /** Of all of its ads. */
  readonly areDaysExact: boolean;
  readonly end: TestableAd['end'];
}

export type TestOutcome = 'clear' | 'unclear' | 'tooEarly' | 'notKnown';

export interface CreativeTest<A extends TestableAd> {
  readonly differs: TestedPart;
  readonly firstLaunchDay: number;
  readonly lastLaunchDay: number;
  /** The longest running first. */
  readonly arms: readonly TestArm<A>[];
  /** Whether the first arm ran clearly longer than every other. */
  readonly outcome: TestOutcome;
  /** Parts of which it is not known whether they are the same. */
  readonly notCompared: readonly (TestedPart | 'targeting' | 'format' | 'platforms')[];
}

const unknown = -1;
/** An unknown picture may be equal to any other, so pictures are compared after the other parts. */
const partsOfKey = testedParts.filter((part) => part !== 'picture');
export const maxLaunchDays = 7;
/** One text with more values of a part is a catalogue, not a test. */
export const maxArms = 20;
/** The first arm of a clear outcome ran at least so much longer than the second. */
export const clearRatio = 2;
export const clearDays = 7;

/** @returns the newest first */
export function findTests<A extends TestableAd>(ads: readonly A[], today: number): CreativeTest<A>[] {
  const byLaunch = ads.toSorted((one, other) => one.launchDay - other.launchDay);
  return testedParts
    .flatMap((part) => findTestsOf(part, byLaunch, today))
    .toSorted((one, other) => other.lastLaunchDay - one.lastLaunchDay);
}

function findTestsOf<A extends TestableAd>(
  part: TestedPart,
  byLaunch: readonly A[],
  today: number,
): CreativeTest<A>[] {
  const open = new Map<string, A[]>();
  const groups: A[][] = [];
  for (const ad of byLaunch) {
    if (ad[part] === unknown) continue;
    const key = describeRest(ad, part);
    const group = open.get(key);
    if (group?.[0] !== undefined && ad.launchDay - group[0].launchDay <= maxLaunchDays) group.push(ad);
    else {
      const started = [ad];
      open.set(key, started);
      groups.push(started);
    }
  }
  return groups
    .flatMap((group) => (part === 'picture' ? [group] : splitByPicture(group)))
    .flatMap((group) => (group.length < 2 ? [] : (describeTest(part, group, today) ?? [])));
}

/** What all ads of a test have in common, apart from pictures. */
function describeRest(ad: TestableAd, part: TestedPart): string {
  let key = `${ad.library} ${ad.format} ${ad.platforms} ${ad.restOfCopy} ${ad.isTargetingKnown}`;
  for (const each of partsOfKey) if (each !== part) key += ` ${ad[each]}`;
  return key;
}

/** Ads with different known pictures differ in more than one part. Those with unknown ones belong to none of them. */
function splitByPicture<A extends TestableAd>(group: readonly A[]): (readonly A[])[] {
  const byPicture = groupBy(group, ({ picture }) => picture);
  const known = byPicture.size - (byPicture.has(unknown) ? 1 : 0);
  return known < 2 ? [group] : [...byPicture.values()];
}

function describeTest<A extends TestableAd>(
  differs: TestedPart,
  group: readonly A[],
  today: number,
): CreativeTest<A> | null {
  const [first, last] = [group[0], group.at(-1)];
  const arms = listArms(differs, group);
  if (first === undefined || last === undefined || arms.length < 2 || arms.length > maxArms) return null;
  const hasOnePicture = (['picture', 'pictureAddress'] as const).some(
    (name) => first[name] !== unknown && group.every((ad) => ad[name] === first[name]),
  );
  if (!isRecognizable(first, differs, hasOnePicture)) return null;
  return {
    differs,
    firstLaunchDay: first.launchDay,
    lastLaunchDay: last.launchDay,
    arms,
    outcome: decideOutcome(arms, today - last.launchDay),
    notCompared: [
      ...partsOfKey.filter((part) => part !== differs && first[part] === unknown),
      ...(first.audience === unknown || first.isTargetingKnown ? [] : (['targeting'] as const)),
      ...(differs === 'picture' || hasOnePicture ? [] : (['picture'] as const)),
      ...(['format', 'platforms'] as const).filter((name) => first[name] === unknown),
    ],
  };
}

/** Ads that share only a generic headline or a landing page are different ads, not arms. */
function isRecognizable(ad: TestableAd, differs: TestedPart, hasOnePicture: boolean): boolean {
  const hasCopy = (differs === 'hook' ? ad.restOfCopy : ad.hook) !== unknown;
  return hasCopy || hasOnePicture;
}

function listArms<A extends TestableAd>(part: TestedPart, group: readonly A[]): TestArm<A>[] {
  const byValue = groupBy(group, (ad) => ad[part]);
  return Array.from(byValue.values(), (ads): TestArm<A> => {
    const longestFirst = ads.toSorted((one, other) => other.daysRunning - one.daysRunning);
    return {
      ads: longestFirst,
      daysRunning: longestFirst[0]?.daysRunning ?? 0,
      areDaysExact: ads.every(({ areDaysExact }) => areDaysExact),
      end: endOf(ads),
    };
  }).toSorted((one, other) => other.daysRunning - one.daysRunning);
}

function endOf(ads: readonly TestableAd[]): TestableAd['end'] {
  if (ads.some(({ end }) => end === 'running')) return 'running';
  return ads.every(({ end }) => end === 'ended') ? 'ended' : 'notKnown';
}

function decideOutcome(arms: readonly TestArm<TestableAd>[], age: number): TestOutcome {
  const [best, ...others] = arms;
  const second = others[0];
  if (best === undefined || second === undefined) return 'notKnown';
  if (others.some(({ end }) => end === 'notKnown')) return 'notKnown';
  if (age < clearDays || others.some(({ end }) => end === 'running')) return 'tooEarly';
  // Days that are not exact may be more than is known.
  if (!others.every(({ areDaysExact }) => areDaysExact)) return 'notKnown';
  const isClear =
    best.daysRunning >= clearRatio * second.daysRunning && best.daysRunning - second.daysRunning >= clearDays;
  if (isClear) return 'clear';
  return best.areDaysExact ? 'unclear' : 'notKnown';
}

export interface DiffWord {
  readonly text: string;
  readonly isShared: boolean;
}

const maxDiffWords = 200;

/** The words of a text, and which of them the other text has too, in the same order (a longest common subsequence). */
export function diffWords(text: string, other: string): DiffWord[] {
  const [words, others] = [splitWords(text), splitWords(other)];
  const lengths = commonLengths(words, others);
  const diff: DiffWord[] = [];
  let [at, otherAt] = [0, 0];
  while (at < words.length) {
    const word = words[at] ?? '';
    const length = lengths[at]?.[otherAt] ?? 0;
    if (otherAt < others.length && word === others[otherAt]) {
      diff.push({ text: word, isShared: true });
      at += 1;
      otherAt += 1;
    } else if (otherAt < others.length && lengths[at]?.[otherAt + 1] === length) otherAt += 1;
    else {
      diff.push({ text: word, isShared: false });
      at += 1;
    }
  }
  return diff;
}

function splitWords(text: string): string[] {
  return text.split(/\s+/u).filter(Boolean).slice(0, maxDiffWords);
}

/** Of the longest common subsequence of the words from one position on and the others from another. */
function commonLengths(words: readonly string[], others: readonly string[]): readonly Uint8Array[] {
  const lengths = Array.from({ length: words.length + 1 }, () => new Uint8Array(others.length + 1));
  for (let at = words.length - 1; at >= 0; at -= 1) {
    for (let otherAt = others.length - 1; otherAt >= 0; otherAt -= 1) {
      const row = lengths[at];
      if (row === undefined) continue;
      row[otherAt] =
        words[at] === others[otherAt]
          ? (lengths[at + 1]?.[otherAt + 1] ?? 0) + 1
          : Math.max(lengths[at + 1]?.[otherAt] ?? 0, row[otherAt + 1] ?? 0);
    }
  }
  return lengths;
}
