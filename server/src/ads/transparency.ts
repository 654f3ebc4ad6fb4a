import type { Ad, OpenAd } from '@magpie/contract';

const publishedNames = [
  'impressions',
  'impressionsByCountry',
  'spend',
  'payer',
  'beneficiary',
  'targeting',
  'collationId',
  'coverage',
] as const satisfies readonly (keyof OpenAd)[];

/** What libraries publish about who is behind an ad, what it cost, and whom it was shown to. */
export const transparencyNames = [...publishedNames, 'legalName'] as const;

export interface Transparency extends Pick<OpenAd, (typeof publishedNames)[number]> {
  /** Of the advertiser, as the library stated it with this ad. */
  readonly legalName: string | null;
}

export const unknownTransparency: Transparency = {
  impressions: null,
  impressionsByCountry: {},
  spend: null,
  payer: null,
  beneficiary: null,
  targeting: null,
  collationId: null,
  coverage: null,
  legalName: null,
};

/** The known fields as JSON; empty if there are none, as for most ads. */
export function writeTransparency(facts: Transparency): string {
  const known = transparencyNames.filter((name) => !isUnknownFact(facts[name]));
  if (known.length === 0) return '';
  return JSON.stringify(Object.fromEntries(known.map((name) => [name, facts[name]])));
}

export function readTransparency(json: string): Transparency {
  if (json === '') return unknownTransparency;
  return { ...unknownTransparency, ...(JSON.parse(json) as Partial<Transparency>) };
}

/** Null, an empty list, or a record of nothing else. */
export function isUnknownFact(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return value === null;
  return Array.isArray(value) ? value.length === 0 : Object.values(value).every(isUnknownFact);
}

export type ShownTransparency = Pick<
  Ad,
  'impressions' | 'spend' | 'legalName' | 'payer' | 'beneficiary' | 'targeting' | 'collationId'
>;

const unknownAmount = { value: null, lower: null, upper: null, kind: null };

export const unknownShownTransparency: ShownTransparency = {
  impressions: unknownAmount,
  spend: { ...unknownAmount, currency: null },
  legalName: null,
  payer: null,
  beneficiary: null,
  targeting: null,
  collationId: null,
};

export function presentTransparency(json: string): ShownTransparency {
  const { impressions, spend, legalName, payer, beneficiary, targeting, collationId } =
    readTransparency(json);
  return {
    impressions: impressions ?? unknownShownTransparency.impressions,
    spend: spend ?? unknownShownTransparency.spend,
    legalName,
    payer,
    beneficiary,
    targeting,
    collationId,
  };
}
