import { type contract, endOfRange, type OutputOf, type ParsedInputOf, startOfRange } from '@magpie/contract';
import { decodeAdCursor, pageInfo } from '../ads/adCursor.ts';
import { findReplaced } from '../ads/claims/claimHistory.ts';
import type { Claim } from '../ads/claims/findClaims.ts';
import { toDate, toDay } from '../ads/run.ts';
import { listKey } from '../rpc/cursor.ts';
import type { Handler } from '../rpc/procedure.ts';
import { assertKnownAdvertiser } from './directory.ts';
import { selectAds, type ResearchParts } from './research.ts';
import type { ClaimEvidence, UsedClaim } from './selectedAds.ts';

type ListClaims = typeof contract.brandSpy.listClaims;
type ClaimRecord = OutputOf<ListClaims>['claims'][number];

export function claimsHandler(parts: ResearchParts): Handler<ListClaims> {
  return async ({ input }) => {
    const { limit, cursor, kind, dateFrom, dateTo, ...filters } = input;
    const list = listKey('brandSpy.listClaims', input);
    const position = decodeAdCursor(list, cursor, await parts.newestRecording());
    // Ads outside of the dates count too: the first use of a claim may be earlier.
    const selected = await selectAds(parts, { ...filters, status: 'all' }, position.asOf);
    const { claims, describe, ...evidence } = await selected.claims();
    if (evidence.ads + evidence.notUsed === 0) await assertKnownAdvertiser(parts, filters.companyName);
    const replaced = findReplaced(claims);
    const matching = claims.filter(matchClaims({ kind, dateFrom, dateTo }));
    const shown = matching.slice(position.offset, position.offset + limit);
    return {
      claims: shown.map((use) => toRecord(use, replaced.get(use), describe(use))),
      evidence: { kind: kindOf(evidence), ...evidence },
      ...pageInfo(position, shown.length, matching.length),
    };
  };
}

type Condition = Pick<ParsedInputOf<ListClaims>, 'kind' | 'dateFrom' | 'dateTo'>;

function matchClaims({ kind, dateFrom, dateTo }: Condition): (use: UsedClaim) => boolean {
  const from = dateFrom === undefined ? Number.NEGATIVE_INFINITY : toDay(startOfRange(dateFrom).day);
  const to = dateTo === undefined ? Number.POSITIVE_INFINITY : toDay(endOfRange(dateTo).day);
  return ({ claim, firstDay }) =>
    (kind === undefined || claim.kind === kind) && firstDay >= from && firstDay <= to;
}

function toRecord(
  { claim, firstDay, lastDay, isCurrent, adCount }: UsedClaim,
  replaced: UsedClaim | undefined,
  { ads, ...evidence }: ClaimEvidence,
): ClaimRecord {
  return {
    kind: claim.kind,
    ...describeValue(claim),
    sentence: claim.sentence,
    firstUsed: toDate(firstDay),
    lastUsed: toDate(lastDay),
    isCurrent,
    adCount,
    ads,
    changedFrom:
      replaced === undefined
        ? null
        : { ...describeValue(replaced.claim), lastUsed: toDate(replaced.lastDay) },
    evidence: { kind: kindOf(evidence), ads: adCount, ...evidence },
  };
}

/** Where no source states a start, a first use is a first sighting. */
function kindOf({ withoutStart }: Pick<ClaimEvidence, 'withoutStart'>): 'measured' | 'estimated' {
  return withoutStart === 0 ? 'measured' : 'estimated';
}

function describeValue({ text, value, unit, currency, bound }: Claim) {
  return { text, value, unit, currency, bound };
}
