import type { contract, OutputOf } from '@magpie/contract';
import { decodeAdCursor, pageInfo } from '../ads/adCursor.ts';
import { type CreativeTest, diffWords, type TestableAd } from '../ads/creativeTests.ts';
import { toDate, toDaysKind } from '../ads/run.ts';
import { listKey } from '../rpc/cursor.ts';
import type { Handler } from '../rpc/procedure.ts';
import { assertKnownAdvertiser } from './directory.ts';
import { selectAds, type ResearchParts } from './research.ts';
import type { TestedAd } from './selectedAds.ts';

type ListTests = typeof contract.brandSpy.listTests;
type Test = OutputOf<ListTests>['tests'][number];

const maxShownAds = 5;
const noParts = {
  headline: null,
  hook: null,
  callToAction: null,
  landingPage: null,
  audience: null,
  picture: null,
};

export function testsHandler(parts: ResearchParts): Handler<ListTests> {
  return async ({ input }) => {
    const { limit, cursor, ...filters } = input;
    const list = listKey('brandSpy.listTests', input);
    const position = decodeAdCursor(list, cursor, await parts.newestRecording());
    const selected = await selectAds(parts, { ...filters, status: 'all' }, position.asOf);
    const { tests, describe, ads, notUsed, libraries } = await selected.tests();
    if (ads + notUsed === 0) await assertKnownAdvertiser(parts, filters.companyName);
    const shown = tests.slice(position.offset, position.offset + limit);
    return {
      tests: shown.map((test) => describeTest(test, describe)),
      evidence: { kind: 'measured', ads, notUsed, libraries },
      ...pageInfo(position, shown.length, tests.length),
    };
  };
}

function describeTest<A extends TestableAd>(
  { differs, arms, ...test }: CreativeTest<A>,
  describe: (ad: A) => TestedAd,
): Test {
  const described = arms.map(({ ads, ...arm }) => ({
    arm,
    adCount: ads.length,
    ads: ads.slice(0, maxShownAds).map(describe),
  }));
  const valueOf = (ads: readonly TestedAd[] = []): string => ads[0]?.parts[differs] ?? '';
  const best = described[0]?.ads;
  return {
    differs,
    launchedFrom: toDate(test.firstLaunchDay),
    launchedTo: toDate(test.lastLaunchDay),
    shared: {
      ...(best?.[0]?.parts ?? noParts),
      ...(test.notCompared.includes('picture') && { picture: null }),
      [differs]: null,
    },
    arms: described.map(({ arm, adCount, ads }) => ({
      value: valueOf(ads),
      words: differs === 'picture' ? [] : diffWords(valueOf(ads), valueOf(best)),
      daysRunning: arm.daysRunning,
      daysRunningKind: toDaysKind(arm.areDaysExact),
      end: arm.end,
      adCount,
      ads: ads.map(({ parts: _parts, ...ad }) => ad),
    })),
    outcome: test.outcome,
    notCompared: [...test.notCompared],
  };
}
