import { contract, type InputOf, type OutputOf, type Procedure } from '@magpie/contract';
import type { Call, Handler } from '../rpc/procedure.ts';
import { changesHandler } from './changes.ts';
import { claimsHandler } from './claims.ts';
import { testsHandler } from './creativeTests.ts';
import { creativesHandler } from './creatives.ts';
import { listRisingAds, momentumHandler } from './momentum.ts';
import type { ResearchParts } from './research.ts';

/** Research for reports. A past day as `today` ends every span on that day. */
export function createWeekResearch(current: ResearchParts) {
  /** @param at a moment, as of which everything is answered; by default as it is known now */
  return (today: string, at?: string) => {
    const parts = at === undefined ? current : asKnownAt(current, at);
    const onDay: ResearchParts = { ...parts, today: () => today };
    return {
      // With all that is known by now: on the past day, an ad that stopped later would count as stopped that day.
      getChanges: run(contract.brandSpy.getChanges, changesHandler(parts)),
      listCreatives: run(contract.brandSpy.listCreatives, creativesHandler(onDay)),
      getMomentum: run(contract.brandSpy.getMomentum, momentumHandler(onDay)),
      listTests: run(contract.brandSpy.listTests, testsHandler(onDay)),
      listClaims: run(contract.brandSpy.listClaims, claimsHandler(onDay)),
      listRisingAds: async (companyName: string, days: number) => listRisingAds(onDay, companyName, days),
    };
  };
}

function asKnownAt(parts: ResearchParts, at: string): ResearchParts {
  return { ...parts, at, today: () => at.slice(0, 10) };
}

function run<P extends Procedure>(procedure: P, handler: Handler<P>) {
  return async (input: InputOf<P>): Promise<OutputOf<P>> => {
    // These handlers use nothing else of a call.
    const call = { input: procedure.input.parse(input) } as Call<never>;
    return handler(call);
  };
}
