import { getList, getPath } from '@magpie/sources/mapping/fields';
import { z } from 'zod';
import {
  apiUrl,
  type Connector,
  ConnectorRefused,
  type ConnectorTools,
  parseConnectorQuery,
  queryDay,
} from '../connector.ts';
import { gigabyte, queryPages } from './bigQueryClient.ts';
import { selectCreatives } from './creativeStats.sql.ts';
import { createAccessTokens, parseServiceAccount } from './serviceAccount.ts';

const advertiserId = z
  .string()
  .regex(/^AR\d{1,30}$/, { error: 'must be the id of an advertiser, such as AR01234567890123456789' });

const googleQuery = z
  .strictObject({
    serviceAccount: z
      .string()
      .trim()
      .max(20_000)
      .refine((json) => parseServiceAccount(json) !== null, {
        error: 'must be the JSON key of a service account, as Google Cloud creates it',
      })
      .describe('The JSON key of a service account whose project is billed for the queries.'),
    advertiser: z
      .string()
      .trim()
      .min(1)
      .max(200, { error: 'must have at most 200 characters' })
      .optional()
      .describe('The complete disclosed or legal name of an advertiser; case does not matter.'),
    advertiserIds: z
      .array(advertiserId)
      .max(500)
      .default([])
      .describe('Ids of advertisers in the Ads Transparency Center: AR and digits.'),
    from: queryDay.optional().describe('The first day on which the ads may have been shown last.'),
    lastDays: z
      .int()
      .min(1)
      .max(3650)
      .default(365)
      .describe('Only ads shown in this number of days up to today; ignored when the first day is given.'),
    most: z.int().min(1).max(1_000_000).default(10_000).describe('Maximum number of ads to fetch.'),
    maxGigabytes: z
      .int()
      .min(1)
      .max(100_000)
      .default(100)
      .describe('Most data that a run may read, in GB of 10^9 bytes; Google bills what is read.'),
    location: z
      .string()
      .regex(/^[A-Za-z][\w-]{0,40}$/, { error: 'must be a location of BigQuery, such as US' })
      .default('US')
      .describe('The location of the table in BigQuery.'),
    baseUrl: apiUrl
      .default('https://bigquery.googleapis.com')
      .describe('Base URL of the API, without a trailing slash.'),
    tokenUrl: apiUrl
      .default('https://oauth2.googleapis.com/token')
      .describe('Where access tokens are issued.'),
  })
  .check(({ value, issues }) => {
    // Without a filter, the result would be the whole table.
    if (value.advertiser !== undefined || value.advertiserIds.length > 0) return;
    const message = "Give 'advertiser' or 'advertiserIds', got neither";
    issues.push({ code: 'custom', path: [], message, input: value });
  });

export const googleTransparencyConnector: Connector = {
  source: 'google-transparency',
  library: 'google',
  about: {
    label: 'Google Ads Transparency Center',
    about:
      'Ads on Google and YouTube in the European Economic Area and Turkey since March 2023, with times shown by country; no texts and media.',
    access:
      'Create a project with the BigQuery API in Google Cloud, a service account with the role BigQuery Job User, and a JSON key of it. Google bills the data that queries read.',
    accessUrl: 'https://console.cloud.google.com/iam-admin/serviceaccounts',
  },
  options: googleQuery,
  secrets: ['serviceAccount'],
  advertiserFields: { name: 'advertiser', id: 'advertiserIds' },
  pages,
};

const dayLength = 86_400_000;

async function* pages(given: unknown, tools: ConnectorTools): AsyncGenerator {
  const query = parseConnectorQuery('Google', googleQuery, given);
  const account = parseServiceAccount(query.serviceAccount);
  if (account === null)
    throw new ConnectorRefused('The key of the service account is invalid.', { retryable: false });
  const access = {
    baseUrl: query.baseUrl,
    projectId: account.projectId,
    location: query.location,
    maxBytes: query.maxGigabytes * gigabyte,
    tokens: createAccessTokens(account, query.tokenUrl, tools),
  };
  const statement = selectCreatives({
    advertiser: query.advertiser ?? null,
    advertiserIds: query.advertiserIds,
    from: query.from ?? new Date(tools.now() - query.lastDays * dayLength).toISOString().slice(0, 10),
  });
  let left = query.most;
  for await (const page of queryPages(access, statement, tools)) {
    const rows = getList(page, 'rows').slice(0, left);
    // BigQuery may send an empty page before others.
    if (rows.length === 0) continue;
    yield { capturedAt: new Date(tools.now()).toISOString(), schema: getPath(page, 'schema'), rows };
    left -= rows.length;
    if (left === 0) return;
  }
}
