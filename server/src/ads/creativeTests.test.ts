import { testedParts } from '@magpie/contract';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  clearDays,
  diffWords,
  findTests,
  maxArms,
  maxLaunchDays,
  type TestableAd,
  type TestedPart,
} from './creativeTests.ts';

const today = 20_000;
const ad = (more: Partial<TestableAd> & { id?: number } = {}): TestableAd & { id: number } => ({
  id: 0,
  headline: 1,
  hook: 1,
  callToAction: 1,
  landingPage: 1,
  audience: 1,
  picture: 1,
  library: 1,
  format: 1,
  platforms: 1,
  restOfCopy: 1,
  isTargetingKnown: true,
  pictureAddress: 1,
  launchDay: today - 100,
  daysRunning: 10,
  areDaysExact: true,
  end: 'ended',
  ...more,
});

describe('the tests of an advertiser', () => {
  it('have one arm for each value of the part that differs, the longest running first', () => {
    const ads = [
      ad({ hook: 1, daysRunning: 6 }),
      ad({ hook: 2, daysRunning: 61, areDaysExact: false, end: 'running', launchDay: today - 98 }),
      ad({ hook: 3, daysRunning: 9 }),
      ad({ hook: 3, daysRunning: 7 }),
    ];
    expect(findTests(ads, today)).toEqual([
      {
        differs: 'hook',
        firstLaunchDay: today - 100,
        lastLaunchDay: today - 98,
        arms: [
          { ads: [ads[1]], daysRunning: 61, areDaysExact: false, end: 'running' },
          { ads: [ads[2], ads[3]], daysRunning: 9, areDaysExact: true, end: 'ended' },
          { ads: [ads[0]], daysRunning: 6, areDaysExact: true, end: 'ended' },
        ],
        outcome: 'clear',
        notCompared: [],
      },
    ]);
  });

  it.each(testedParts)('are not found by an unknown %s', (part) => {
    expect(findTests([ad({ [part]: 1 }), ad({ [part]: -1 })], today)).toEqual([]);
  });

  it('are not found where two parts differ, or weeks are between the launches', () => {
    expect(findTests([ad(), ad({ hook: 2, headline: 2 })], today)).toEqual([]);
    const late = ad({ hook: 2, launchDay: today - 100 + maxLaunchDays + 1 });
    expect(findTests([ad(), late], today)).toEqual([]);
  });

  it.each(['library', 'format', 'platforms'] as const)('are not found between ads of another %s', (name) => {
    const other = ad({ hook: 2, [name]: 2 });
    expect(findTests([ad(), other], today)).toEqual([]);
    const arms = [other, ad({ hook: 3, [name]: 2 })];
    expect(findTests([ad(), ...arms], today).map((test) => test.arms.flatMap(({ ads }) => ads))).toEqual([
      arms,
    ]);
  });

  it('are not found where only a headline and a page are the same, since such ads have nothing in common', () => {
    const unlike = { restOfCopy: -1, picture: -1, pictureAddress: -1 };
    expect(findTests([ad(unlike), ad({ ...unlike, hook: 2 })], today)).toEqual([]);
  });

  it('are not found in a catalogue', () => {
    const catalogue = Array.from({ length: maxArms + 1 }, (_, landingPage) => ad({ landingPage }));
    expect(findTests(catalogue, today)).toEqual([]);
    expect(findTests(catalogue.slice(1), today)).toHaveLength(1);
  });

  it('name the parts that could not be compared', () => {
    const notCompared = (more: Partial<TestableAd>, pictureAddress: number) => {
      const unread = { callToAction: -1, picture: -1, isTargetingKnown: false, ...more };
      return findTests([ad(unread), ad({ ...unread, pictureAddress, hook: 2 })], today)[0]?.notCompared;
    };
    expect(notCompared({}, 2)).toEqual(['callToAction', 'targeting', 'picture']);
    expect(notCompared({ audience: -1 }, 1)).toEqual(['callToAction', 'audience']);
    expect(notCompared({ format: -1, platforms: -1 }, 1)).toEqual([
      'callToAction',
      'targeting',
      'format',
      'platforms',
    ]);
  });

  it('differ in the audience only if the targeting of all or of none is known', () => {
    const [one, other] = [ad({ audience: 1 }), ad({ audience: 2, isTargetingKnown: false })];
    expect(findTests([one, other], today)).toEqual([]);
    const ofCountries = findTests([{ ...one, isTargetingKnown: false }, other], today);
    expect(ofCountries).toMatchObject([{ differs: 'audience', notCompared: ['targeting'] }]);
  });

  it('differ in the picture only if the pictures are known', () => {
    const ads = [ad({ picture: 1 }), ad({ picture: 2, pictureAddress: 2 })];
    expect(findTests(ads, today)).toMatchObject([{ differs: 'picture', notCompared: [] }]);
    expect(findTests([ads[0] ?? ad(), ad({ picture: -1 })], today)).toEqual([]);
  });

  it('with another part that differs are not found between pictures that differ', () => {
    const known = [ad({ hook: 1 }), ad({ hook: 2, picture: 2 }), ad({ hook: 3, picture: 2 })];
    const found = findTests(known, today).map(({ arms }) => arms.flatMap((arm) => arm.ads));
    expect(found).toEqual([[known[1], known[2]]]);
  });

  it('with another part that differs are found beside one known picture, which is then not compared', () => {
    const ads = [ad({ hook: 1 }), ad({ hook: 2, picture: -1, pictureAddress: 2 })];
    expect(findTests(ads, today)).toMatchObject([{ differs: 'hook', notCompared: ['picture'] }]);
    const third = ad({ hook: 3, picture: 3, pictureAddress: 3 });
    expect(findTests([...ads, third], today)).toEqual([]);
  });

  it.each([
    ['clear', { daysRunning: 20 }, {}],
    ['clear', { daysRunning: 20, end: 'running' }, {}],
    ['clear', { daysRunning: 20, end: 'notKnown' }, {}],
    ['unclear', { daysRunning: 19 }, {}],
    ['unclear', { daysRunning: 8 }, { daysRunning: 4 }],
    ['tooEarly', { daysRunning: 60 }, { end: 'running' }],
    ['notKnown', { daysRunning: 60 }, { end: 'notKnown' }],
    ['notKnown', { daysRunning: 60 }, { areDaysExact: false }],
    ['clear', { daysRunning: 20, areDaysExact: false }, {}],
    ['notKnown', { daysRunning: 19, areDaysExact: false }, {}],
    ['tooEarly', { daysRunning: 60 }, { end: 'running', areDaysExact: false }],
    ['tooEarly', { daysRunning: 60, launchDay: today - clearDays + 1 }, {}],
  ] satisfies [string, Partial<TestableAd>, Partial<TestableAd>][])(
    'have the outcome %s (%j against %j)',
    (outcome, best: Partial<TestableAd>, other) => {
      const ads = [ad({ hook: 2, ...best }), ad({ launchDay: best.launchDay ?? today - 100, ...other })];
      expect(findTests(ads, today)[0]?.outcome).toBe(outcome);
    },
  );

  it('are those that comparing all ads with one another finds', () => {
    const code = fc.integer({ min: -1, max: 1 });
    const someAd = fc.record({
      ...Object.fromEntries(testedParts.map((part) => [part, code])),
      library: fc.constantFrom(0, 0, 0, 1),
      format: fc.constantFrom(-1, 0, 0, 0, 1),
      platforms: fc.constantFrom(-1, 0, 0, 0, 1),
      restOfCopy: code,
      isTargetingKnown: fc.boolean(),
      pictureAddress: code,
      launchDay: fc.integer({ min: today - 20, max: today }),
      daysRunning: fc.integer({ min: 1, max: 30 }),
      areDaysExact: fc.constant(true),
      end: fc.constantFrom<TestableAd['end']>('ended', 'running', 'notKnown'),
    }) as fc.Arbitrary<TestableAd>;
    fc.assert(
      fc.property(fc.array(someAd, { maxLength: 40 }), (random) => {
        const ads = random.map((each, id) => ({ ...each, id }));
        const found = findTests(ads, today).map(({ differs, arms }) => ({
          differs,
          ids: arms.flatMap((arm) => arm.ads.map(({ id }) => id)).toSorted((one, other) => one - other),
        }));
        expect(new Set(found.map((each) => JSON.stringify(each)))).toEqual(
          new Set(
            testedParts.flatMap((part) =>
              plainTests(ads, part).map((ids) => JSON.stringify({ differs: part, ids })),
            ),
          ),
        );
      }),
    );
  });
});

type NumberedAd = TestableAd & { readonly id: number };

/**
 * Takes the earliest ad that is left, and all that were launched within a week of it and differ in this part alone, or in
 * pictures. If two of their pictures are known to differ, ads with another picture are tests of their own.
 */
function plainTests(ads: readonly NumberedAd[], part: TestedPart): number[][] {
  const isCompared = (each: TestedPart): boolean => each !== part && each !== 'picture';
  const parts = testedParts.filter(isCompared);
  const others = [...parts, 'library', 'format', 'platforms', 'restOfCopy', 'isTargetingKnown'] as const;
  const groups: NumberedAd[][] = [];
  let left = ads.filter((each) => each[part] !== -1);
  while (left.length > 0) {
    const day = Math.min(...left.map(({ launchDay }) => launchDay));
    const first = left.find(({ launchDay }) => launchDay === day) as NumberedAd;
    const isInGroup = (each: NumberedAd): boolean =>
      each.launchDay <= day + maxLaunchDays && others.every((other) => each[other] === first[other]);
    groups.push(left.filter(isInGroup));
    left = left.filter((each) => !isInGroup(each));
  }
  const hasOne = (group: readonly NumberedAd[], name: 'picture' | 'pictureAddress'): boolean =>
    group.every((each) => each[name] !== -1 && each[name] === group[0]?.[name]);
  const withOnePicture = groups.flatMap((group) => {
    const pictures = [...new Set(group.map(({ picture }) => picture))];
    if (part === 'picture' || pictures.filter((picture) => picture !== -1).length < 2) return [group];
    return pictures.map((picture) => group.filter((each) => each.picture === picture));
  });
  return withOnePicture
    .filter((group) => {
      const [first] = group;
      const hasCopy = (part === 'hook' ? first?.restOfCopy : first?.hook) !== -1;
      const hasPicture = hasOne(group, 'picture') || hasOne(group, 'pictureAddress');
      return new Set(group.map((each) => each[part])).size > 1 && (hasCopy || hasPicture);
    })
    .map((group) => group.map(({ id }) => id).toSorted((one, other) => one - other));
}

describe('the differing words of two texts', () => {
  it('are those that only one has', () => {
    expect(diffWords('Save up to 60% today', 'Save 40% today')).toEqual([
      { text: 'Save', isShared: true },
      { text: 'up', isShared: false },
      { text: 'to', isShared: false },
      { text: '60%', isShared: false },
      { text: 'today', isShared: true },
    ]);
  });

  it('leave a common subsequence that no other is longer than', () => {
    const someWords = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 8 });
    fc.assert(
      fc.property(someWords, someWords, (words, others) => {
        const diff = diffWords(words.join(' '), others.join(' '));
        expect(diff.map(({ text }) => text)).toEqual(words);
        const shared = diff.filter(({ isShared }) => isShared).map(({ text }) => text);
        expect(isSubsequence(shared, others)).toBe(true);
        expect(shared).toHaveLength(longestCommon(words, others));
      }),
    );
  });
});

function isSubsequence(part: readonly string[], whole: readonly string[]): boolean {
  let at = 0;
  for (const word of whole) if (word === part[at]) at += 1;
  return at === part.length;
}

function longestCommon(words: readonly string[], others: readonly string[]): number {
  const subsets = 2 ** words.length;
  let longest = 0;
  for (let subset = 0; subset < subsets; subset += 1) {
    const part = words.filter((_, at) => Math.floor(subset / 2 ** at) % 2 === 1);
    if (isSubsequence(part, others)) longest = Math.max(longest, part.length);
  }
  return longest;
}
