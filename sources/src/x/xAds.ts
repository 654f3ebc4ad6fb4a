import { createRowSource } from '../mapping/disclosedRow.ts';

/** The report of one account and country of X's ads repository. Its header is always in English. */
export const xAds = createRowSource({
  name: 'x-ads',
  summary: "Reports (CSV) of X's ads repository, one per account and country.",
  library: 'x',
  placement: 'x',
  columns: {
    id: 'creative',
    page: 'creative',
    advertiser: 'advertisername',
    payer: 'fundingentity',
    body: 'creative',
    start: 'startdate',
    end: 'enddate',
    impressions: 'impressions',
    reach: 'reach',
    country: 'country',
    targeted: 'targetedsegments',
    excluded: 'excludedsegments',
    removal: 'removalreason removaldate reasonforremoval',
  },
  signature: ['advertisername', 'fundingentity', 'creative', 'targetedsegments excludedsegments'],
  regions: ['EU'],
  readId: (creative) => /\/status(?:es)?\/(\d{5,25})(?:[/?#]|$)/.exec(creative)?.[1] ?? null,
});
