import { ConnectorRefused, type ConnectorTools } from '../connector.ts';
import { type HttpResponse, sendRequest } from '../exchange.ts';
import { waitOrPostpone } from '../waiting.ts';
import { type Usage, usageOf, type ResponseOutcome, interpretResponse } from './metaApiErrors.ts';
import { addressOfPage, type MetaApiQuery } from './metaApiQuery.ts';

export interface MetaApiClient {
  /** One page of results. Waits when Meta is busy, and reduces the page size when Meta requires it. */
  page(pageIds: readonly string[], after: string | null): Promise<unknown>;
}

/**
 * Every field that the mapping reads. `ad_snapshot_url` is omitted on purpose: it contains the access token, and ads can be
 * viewed without one.
 */
const requestedFields = [
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

const maxTries = 8;
const minute = 60_000;

type Postponement = Extract<ResponseOutcome, { kind: 'later' }>;

export function metaApiClient(query: MetaApiQuery, tools: ConnectorTools): MetaApiClient {
  let limit = query.pageSize;
  let fields: readonly string[] = requestedFields;
  let usage: Usage = { regainMinutes: 0, isNearlyUsedUp: false };

  const request = async (pageIds: readonly string[], after: string | null): Promise<ResponseOutcome> => {
    const address = addressOfPage(query, { pageIds, after, limit, fields });
    const response = await fetchPage(address, query.accessToken, tools);
    // A timeout usually means that the page was too large.
    if (response === null) limit = Math.ceil(limit / 2);
    else usage = usageOf(response.headers);
    return response === null ? unreachable : interpretResponse(response);
  };

  const reducePageSize = (): void => {
    if (limit === 1) throw refused('Meta cannot return even one ad per page; query a shorter period.');
    limit = Math.ceil(limit / 2);
    tools.say(`Meta requires smaller pages; continuing with ${limit} ads per page.`);
  };

  const dropField = (field: string): void => {
    if (!fields.includes(field)) throw refused(`Meta rejects the field ${field}; check version.`);
    fields = fields.filter((name) => name !== field);
    tools.say(`Version ${query.version} has no field ${field}; continuing without it.`);
  };

  return {
    async page(pageIds, after) {
      await waitForQuota(usage, tools);
      for (let tries = 1; ;) {
        const outcome = await request(pageIds, after);
        if (outcome.kind === 'page') return outcome.page;
        if (outcome.kind === 'refused') throw refused(outcome.message);
        if (outcome.kind === 'smaller') reducePageSize();
        else if (outcome.kind === 'without') dropField(outcome.field);
        else await waitBeforeRetry(outcome, usage, tries++, tools);
      }
    },
  };
}

const unreachable: ResponseOutcome = { kind: 'later', state: 'cannot be reached', isThrottled: false };

async function fetchPage(
  address: string,
  token: string,
  tools: ConnectorTools,
): Promise<HttpResponse | null> {
  try {
    const response = await sendRequest(tools, address, { headers: { Authorization: `Bearer ${token}` } });
    // Paging links contain the token, and error messages quote it.
    return { ...response, text: response.text.replaceAll(token, '…') };
  } catch {
    // Stop retrying when the run is aborted.
    tools.signal.throwIfAborted();
    return null;
  }
}

/** Also removes truncated or older tokens. */
function refused(message: string): ConnectorRefused {
  return new ConnectorRefused(message.replaceAll(/EAA[0-9A-Za-z]{10,}/g, '…'), { retryable: false });
}

/** Waits before the quota is exhausted, because rejected requests count against it too. */
async function waitForQuota({ regainMinutes, isNearlyUsedUp }: Usage, tools: ConnectorTools): Promise<void> {
  if (regainMinutes === 0 && !isNearlyUsedUp) return;
  await waitOrPostpone(tools, 'Meta’s quota is nearly used up', Math.max(regainMinutes, 1) * minute);
}

/** Waits as long as Meta says, or with exponential backoff. */
async function waitBeforeRetry(
  { state, isThrottled }: Postponement,
  { regainMinutes }: Usage,
  tries: number,
  tools: ConnectorTools,
): Promise<void> {
  if (tries === maxTries) {
    throw new ConnectorRefused(`Meta ${state} after ${maxTries} attempts; the next run will retry.`, {
      retryable: true,
    });
  }
  const first = isThrottled ? minute : 2000;
  const wait = regainMinutes > 0 ? regainMinutes * minute : first * 2 ** (tries - 1);
  await waitOrPostpone(tools, `Meta ${state}`, wait);
}
