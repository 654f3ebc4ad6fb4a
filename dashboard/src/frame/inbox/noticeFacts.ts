import type { Notification } from '../../api/types.ts';

interface NoticeFacts {
  readonly ruleName: string;
  /** Of all its ads, of which the first alone may be named. */
  readonly adCount: number;
  readonly companyCount: number;
  /** Those with most ads first. */
  readonly companies: readonly { readonly name: string; readonly adCount: number }[];
  readonly landingPages: readonly string[];
}

/** What a notification says besides its words, as far as it does: those of other versions may say less. */
export function factsOf({ data, adHashes }: Pick<Notification, 'data' | 'adHashes'>): NoticeFacts {
  const companies = listOf(data.companies).filter(isCompany);
  return {
    ruleName: typeof data.ruleName === 'string' ? data.ruleName : 'A rule',
    adCount: numberOr(data.adCount, adHashes.length),
    companyCount: numberOr(data.companyCount, companies.length),
    companies,
    landingPages: listOf(data.landingPages).filter((page) => typeof page === 'string'),
  };
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function numberOr(value: unknown, fallback: number): number {
  return typeof value === 'number' ? value : fallback;
}

function isCompany(value: unknown): value is NoticeFacts['companies'][number] {
  if (typeof value !== 'object' || value === null) return false;
  const { name, adCount } = value as { readonly name?: unknown; readonly adCount?: unknown };
  return typeof name === 'string' && typeof adCount === 'number';
}
