import type { Notification } from '../../../lib/api/types.ts';

interface NoticeFacts {
  readonly ruleName: string;
  /** Of all its ads; `adHashes` may contain only the first ones. */
  readonly adCount: number;
  readonly companyCount: number;
  /** Sorted by number of ads. */
  readonly companies: readonly { readonly name: string; readonly adCount: number }[];
  readonly landingPages: readonly string[];
}

/** The data of a notification; those written by other versions may lack fields. */
export function noticeFacts({ data, adHashes }: Pick<Notification, 'data' | 'adHashes'>): NoticeFacts {
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
