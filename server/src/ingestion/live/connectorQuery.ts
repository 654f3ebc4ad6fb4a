import { describeIssues, httpUrl } from '@magpie/contract';
import { z } from 'zod';
import { ConnectorRefused } from './connector.ts';
import { readCountries } from '@magpie/sources/mapping/fields';

/** Schemas shared by the connector queries. */

export const queryDay = z.iso.date({ error: 'must be a date such as 2026-01-31' });

export const queryCountry = z.string().refine((code) => readCountries(code).length === 1, {
  error: 'must be the two-letter code of a country, such as DE',
});

/** Every request carries credentials, so http is allowed only for this machine. */
export const apiAddress = httpUrl.refine(
  (address) => /^https:\/\/|^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::|\/|$)/i.test(address),
  { error: 'must be an https address, since credentials are sent there' },
);

/** Validates a query; throws ConnectorRefused with the first problem. */
export function parseQuery<Schema extends z.ZodObject>(
  connector: string,
  schema: Schema,
  given: unknown,
): z.output<Schema> {
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const [issue] = describeIssues(parsed.error, { input: schema });
  throw new ConnectorRefused(`Invalid query for the ${connector} connector: ${issue?.message ?? ''}.`, {
    retryable: false,
  });
}
