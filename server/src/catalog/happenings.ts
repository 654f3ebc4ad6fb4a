import type { ClickHouse } from '../kernel/clickhouse/clickhouse.ts';
import type { EventKind } from './knownAd.ts';

/** What rules look at in an ad. */
export interface AdState {
  readonly platforms: readonly string[];
  /** As the index searches it. */
  readonly searchText: string;
  /** Its start, or the day it was first seen. */
  readonly startDay: string;
  readonly reach: number | null;
  /** Host and path, the same for addresses that lead to the same page. */
  readonly landingPage: string | null;
}

/** What happened to an ad, with how it was before and after, as far as the history tells. */
export interface Happening {
  readonly hash: string;
  readonly advertiserId: number;
  readonly advertiserName: string;
  readonly kind: EventKind;
  readonly sequence: number;
  /** When it was seen. */
  readonly at: string;
  /** The number of the recording that told of it. */
  readonly recording: number;
  /** Null: launched. */
  readonly before: AdState | null;
  readonly after: AdState;
  /**
   * Whether with this the ad came to its landing page, and no ad of its advertiser had led there before this import, or
   * before this day where history is gone through.
   */
  readonly isFirstOnPage: boolean;
  /** Then: the first day on which the page was used, which is long ago where ads tell it that are imported late. */
  readonly pageFirstDay: string | null;
}

/** Of the recordings of one import, of some advertisers or, for null, of all. A part at a time, of at most 5,000. */
export async function* happeningsOfImport(
  _clickhouse: ClickHouse,
  _asked: { readonly recordings: readonly number[]; readonly advertiserIds: readonly number[] | null },
): AsyncGenerator<Happening[]> {
  // To come.
}

/** Over stored history, by the time at which things happened: from one day to another, day by day. */
export async function* happeningsBetween(
  _clickhouse: ClickHouse,
  _asked: {
    readonly from: string;
    readonly to: string;
    readonly advertiserIds: readonly number[] | null;
    readonly kinds: readonly EventKind[];
  },
): AsyncGenerator<Happening[]> {
  // To come.
}

/** Which advertisers an import touched, and how many events each. */
export function advertisersOfImport(
  _clickhouse: ClickHouse,
  _recordings: readonly number[],
): Promise<{ advertiserId: number; events: number }[]> {
  return Promise.resolve([]);
}
