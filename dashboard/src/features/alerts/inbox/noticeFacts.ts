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

/** The data of a notification; one without a rule has none of them. */
export function noticeFacts({ data, adHashes }: Pick<Notification, 'data' | 'adHashes'>): NoticeFacts {
  const match = 'ruleName' in data ? data : undefined;
  return {
    ruleName: match?.ruleName ?? 'A rule',
    adCount: match?.adCount ?? adHashes.length,
    companyCount: match?.companyCount ?? 0,
    companies: match?.companies ?? [],
    landingPages: match?.event === 'landing_page_new' ? match.landingPages : [],
  };
}
