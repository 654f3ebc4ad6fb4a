import { endOfRange, startOfRange, type contract, type OutputOf } from '@magpie/contract';
import { describeStarts } from '../ads/run.ts';
import { shortenEntries } from '../ads/shorten.ts';
import type { Handler } from '../rpc/procedure.ts';
import type * as sql from './changes.sql.ts';
import { findAdvertiser, selectAds, type ResearchParts } from './research.ts';
import { unknownAdvertiser } from './directory.ts';

type Changes = typeof contract.brandSpy.getChanges;
type Output = OutputOf<Changes>;

export function changesHandler(parts: ResearchParts): Handler<Changes> {
  return async ({ input: { companyName, dateFrom, dateTo } }) => {
    const [from, to, today] = [startOfRange(dateFrom).day, endOfRange(dateTo).day, parts.today()];
    // Planned changes on future days are excluded.
    const days = { from, to: to < today ? to : today };
    const every = { companyName, status: 'all', mediaType: 'all' } as const;
    const [advertiser, ads] = await Promise.all([
      findAdvertiser(parts, companyName),
      selectAds(parts, every, await parts.newestRecording()),
    ]);
    if (advertiser === undefined) throw await unknownAdvertiser(parts, companyName);
    const [statuses, uses] = await Promise.all([ads.statuses(days), ads.contentUsage(days)]);
    return {
      companyName: advertiser.name,
      from,
      to,
      ...(await presentStatuses(statuses)),
      copies: await presentUsage(uses, 'copies', (body) => ({ body })),
      headlines: await presentUsage(uses, 'headlines', (headline) => ({ headline })),
      landingPages: await presentUsage(uses, 'landingPages', (page) => ({ url: `https://${page}` })),
    };
  };
}

/** The number of lists in a response, which share its maximum size. */
const listCount = 9;

async function presentStatuses(
  statuses: readonly sql.ListedStatus[],
): Promise<Pick<Output, sql.StatusRow['kind']>> {
  const ofKind = async (kind: sql.StatusRow['kind']): Promise<Output['stopped']> => {
    const rows = statuses.filter((status) => status.kind === kind);
    const ads = rows.map(({ hash, day, headline, thumbnailUrl }) => {
      return { hash, at: day, headline, thumbnailUrl };
    });
    return { total: rows[0]?.total ?? 0, ads: await shortenEntries(ads, listCount) };
  };
  const launched = statuses.find(({ kind }) => kind === 'launched');
  const evidence = describeStarts(launched?.total ?? 0, launched?.publishedStarts ?? 0);
  return {
    launched: { ...(await ofKind('launched')), evidence },
    stopped: await ofKind('stopped'),
    revived: await ofKind('revived'),
  };
}

async function presentUsage<Entry extends object>(
  uses: readonly sql.UsageRow[],
  part: sql.UsageRow['part'],
  entryOf: (value: string) => Entry,
) {
  const ofSide = async (side: sql.UsageRow['side']) => {
    const rows = uses.filter((use) => use.part === part && use.side === side);
    const entries = rows.map(({ value, day, ads }) =>
      Object.assign(entryOf(value), { at: day, adCount: ads }),
    );
    return { total: rows[0]?.total ?? 0, entries: await shortenEntries(entries, listCount) };
  };
  return { added: await ofSide('added'), dropped: await ofSide('dropped') };
}
