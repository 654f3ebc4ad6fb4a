import { ConnectorRefused, type ConnectorTools } from '../live/connector.ts';
import { type Exchange, exchange } from '../live/exchange.ts';
import { waitOrEnd } from '../live/waiting.ts';
import { type Usage, usageOf, type Verdict, verdictOf } from './metaApiErrors.ts';
import { addressOfPage, type MetaApiQuery } from './metaApiQuery.ts';

export interface MetaApiClient {
  /** A page of answers. Waits a while when Meta is busy, and asks for less when it wants that. */
  page(pageIds: readonly string[], after: string | null): Promise<unknown>;
}

/**
 * Every field that the mapping reads. `ad_snapshot_url` is left out on purpose: it carries the access token, and an
 * ad can be looked at without one.
 */
const wantedFields = [
  'id',
  'ad_creation_time',
  'ad_creative_bodies',
  'ad_creative_link_captions',
  'ad_creative_link_descriptions',
  'ad_creative_link_titles',
  'ad_delivery_start_time',
  'ad_delivery_stop_time',
  'age_country_gender_reach_breakdown',
  'br_total_reach',
  'demographic_distribution',
  'eu_total_reach',
  'impressions',
  'languages',
  'page_id',
  'page_name',
  'publisher_platforms',
];

const mostTries = 8;
const minute = 60_000;

type Postponement = Extract<Verdict, { kind: 'later' }>;

export function metaApiClient(query: MetaApiQuery, tools: ConnectorTools): MetaApiClient {
  let limit = query.pageSize;
  let fields: readonly string[] = wantedFields;
  let usage: Usage = { regainMinutes: 0, isNearlyUsedUp: false };

  const ask = async (pageIds: readonly string[], after: string | null): Promise<Verdict> => {
    const address = addressOfPage(query, { pageIds, after, limit, fields });
    const answer = await answerTo(address, query.accessToken, tools);
    // Most often it was too much at once that took too long.
    if (answer === null) limit = Math.ceil(limit / 2);
    else usage = usageOf(answer.headers);
    return answer === null ? unreachable : verdictOf(answer);
  };

  const askForLess = (): void => {
    if (limit === 1) throw refused('Meta cannot answer even for one ad at a time; ask for a shorter period.');
    limit = Math.ceil(limit / 2);
    tools.say(`Meta asks for smaller pages; going on with ${limit} ads a page.`);
  };

  const goWithout = (field: string): void => {
    if (!fields.includes(field)) throw refused(`Meta does not know the field ${field}; check version.`);
    fields = fields.filter((name) => name !== field);
    tools.say(`Version ${query.version} does not know the field ${field}; going on without it.`);
  };

  return {
    async page(pageIds, after) {
      await spare(usage, tools);
      for (let tries = 1; ;) {
        const verdict = await ask(pageIds, after);
        if (verdict.kind === 'page') return verdict.page;
        if (verdict.kind === 'refused') throw refused(verdict.message);
        if (verdict.kind === 'smaller') askForLess();
        else if (verdict.kind === 'without') goWithout(verdict.field);
        else await waitFor(verdict, usage, tries++, tools);
      }
    },
  };
}

const unreachable: Verdict = { kind: 'later', state: 'cannot be reached', isThrottled: false };

async function answerTo(address: string, token: string, tools: ConnectorTools): Promise<Exchange | null> {
  try {
    const answer = await exchange(tools, address, { headers: { Authorization: `Bearer ${token}` } });
    // Links to further pages carry the token, and messages quote the one that they refuse.
    return { ...answer, text: answer.text.replaceAll(token, '…') };
  } catch {
    // The run is over, and nothing is to be tried again.
    tools.signal.throwIfAborted();
    return null;
  }
}

/** What still looks like a token is one cut short, or an older one. */
function refused(message: string): ConnectorRefused {
  return new ConnectorRefused(message.replaceAll(/EAA[0-9A-Za-z]{10,}/g, '…'), { retryable: false });
}

/** Before the quota is used up, it is given time to recover: a refused request counts against it too. */
async function spare({ regainMinutes, isNearlyUsedUp }: Usage, tools: ConnectorTools): Promise<void> {
  if (regainMinutes === 0 && !isNearlyUsedUp) return;
  await waitOrEnd(tools, 'The quota of Meta is nearly used up', Math.max(regainMinutes, 1) * minute);
}

/** As long as Meta says, or twice as long before each further try. */
async function waitFor(
  { state, isThrottled }: Postponement,
  { regainMinutes }: Usage,
  tries: number,
  tools: ConnectorTools,
): Promise<void> {
  if (tries === mostTries) {
    throw new ConnectorRefused(`Meta ${state}, also after ${mostTries} tries; the next run will ask again.`, {
      retryable: true,
    });
  }
  const first = isThrottled ? minute : 2000;
  const wait = regainMinutes > 0 ? regainMinutes * minute : first * 2 ** (tries - 1);
  await waitOrEnd(tools, `Meta ${state}`, wait);
}
