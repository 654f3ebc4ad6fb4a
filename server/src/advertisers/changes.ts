import { endOfRange, startOfRange, type contract, type OutputOf } from '@magpie/contract';
import { shortenEntries } from '../ads/shorten.ts';
import type { Handler } from '../rpc/procedure.ts';
import * as sql from './changes.sql.ts';
import { advertiserAds, findAdvertiser, type ResearchParts } from './research.ts';
import { unknownAdvertiser } from './directory.ts';

type Changes = typeof contract.brandSpy.getChanges;
type Output = OutputOf<Changes>;

export function changesHandler(parts: ResearchParts): Handler<Changes> {
  const { clickhouse } = parts;
  return async ({ input: { companyName, dateFrom, dateTo } }) => {
    const [from, to, today] = [startOfRange(dateFrom).day, endOfRange(dateTo).day, parts.today()];
    const ads = advertiserAds(
      { companyName, status: 'all', mediaType: 'all' },
      await parts.newestRecording(),
      today,
    );
    // Planned changes on future days are excluded.
    const days = { from, to: to < today ? to : today };
    const [advertiser, turns, uses] = await Promise.all([
      findAdvertiser(parts, companyName),
      sql.readStatuses(clickhouse, ads, days),
      sql.readContentUsage(clickhouse, ads, days),
    ]);
    if (advertiser === undefined) throw await unknownAdvertiser(parts, companyName);
    const hashes = [...new Set(turns.map(({ hash }) => hash))];
    const shown =
      hashes.length === 0 ? [] : await sql.adSummaries(clickhouse, advertiser.advertiser_id, hashes);
    return {
      companyName: advertiser.name,
      from,
      to,
      ...(await presentStatuses(turns, shown)),
      copies: await presentUsage(uses, 'copies', (body) => ({ body })),
      headlines: await presentUsage(uses, 'headlines', (headline) => ({ headline })),
      landingPages: await presentUsage(uses, 'landingPages', (page) => ({ url: `https://${page}` })),
    };
  };
}

/** The number of lists in a response, which share its maximum size. */
const listCount = 9;

async function presentStatuses(
  turns: readonly sql.StatusRow[],
  shown: readonly sql.AdSummary[],
): Promise<Pick<Output, sql.StatusRow['kind']>> {
  const byHash = new Map(shown.map((each) => [each.hash, each]));
  const ofKind = async (kind: sql.StatusRow['kind']): Promise<Output['launched']> => {
    const rows = turns.filter((turn) => turn.kind === kind);
    const ads = rows.map(({ hash, day }) => {
      const { headline = null, thumbnailUrl = null } = byHash.get(hash) ?? {};
      return { hash, at: day, headline, thumbnailUrl };
    });
    return { total: rows[0]?.total ?? 0, ads: await shortenEntries(ads, listCount) };
  };
  return {
    launched: await ofKind('launched'),
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
