import { endOfRange, startOfRange, type contract, type OutputOf } from '@magpie/contract';
import { shortenEntries } from '../ads/shorten.ts';
import type { Handler } from '../rpc/procedure.ts';
import { shownAds, turnsOf, usesOf, type ShownAd, type TurnRow, type UseRow } from './changes.sql.ts';
import { adsOf, advertiserNamed, type ResearchParts } from './research.ts';
import { unknownAdvertiser } from './unknownAdvertiser.ts';

type Changes = typeof contract.brandSpy.getChanges;
type Answer = OutputOf<Changes>;

/** `brandSpy.getChanges`: what an advertiser did in a range of days, as far as is known now. */
export function changesHandler(parts: ResearchParts): Handler<Changes> {
  const { clickhouse } = parts;
  return async ({ input: { companyName, dateFrom, dateTo } }) => {
    const [from, to, today] = [startOfRange(dateFrom).day, endOfRange(dateTo).day, parts.today()];
    const ads = adsOf({ companyName, status: 'all', mediaType: 'all' }, await parts.newestRecording(), today);
    // Nothing has happened on days to come, whatever is planned for them.
    const days = { from, to: to < today ? to : today };
    const [advertiser, turns, uses] = await Promise.all([
      advertiserNamed(parts, companyName),
      turnsOf(clickhouse, ads, days),
      usesOf(clickhouse, ads, days),
    ]);
    if (advertiser === undefined) throw await unknownAdvertiser(parts, companyName);
    const hashes = [...new Set(turns.map(({ hash }) => hash))];
    const shown = hashes.length === 0 ? [] : await shownAds(clickhouse, advertiser.advertiser_id, hashes);
    return {
      companyName: advertiser.name,
      from,
      to,
      ...(await presentTurns(turns, shown)),
      copies: await presentUses(uses, 'copies', (body) => ({ body })),
      headlines: await presentUses(uses, 'headlines', (headline) => ({ headline })),
      landingPages: await presentUses(uses, 'landingPages', (page) => ({ url: `https://${page}` })),
    };
  };
}

/** The number of lists in a response, among which its size is divided. */
const listCount = 9;

async function presentTurns(
  turns: readonly TurnRow[],
  shown: readonly ShownAd[],
): Promise<Pick<Answer, TurnRow['kind']>> {
  const byHash = new Map(shown.map((each) => [each.hash, each]));
  const ofKind = async (kind: TurnRow['kind']): Promise<Answer['launched']> => {
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

interface Side<Entry> {
  readonly total: number;
  readonly entries: (Entry & { at: string; adCount: number })[];
}

async function presentUses<Entry extends object>(
  uses: readonly UseRow[],
  part: UseRow['part'],
  entryOf: (value: string) => Entry,
): Promise<Record<UseRow['side'], Side<Entry>>> {
  const ofSide = async (side: UseRow['side']): Promise<Side<Entry>> => {
    const rows = uses.filter((use) => use.part === part && use.side === side);
    const entries = rows.map(({ value, day, ads }) =>
      Object.assign(entryOf(value), { at: day, adCount: ads }),
    );
    return { total: rows[0]?.total ?? 0, entries: await shortenEntries(entries, listCount) };
  };
  return { added: await ofSide('added'), dropped: await ofSide('dropped') };
}
