import { describeIssues, httpUrl } from '@magpie/contract';
import { z } from 'zod';
import { ConnectorRefused } from './connector.ts';
import { countriesOf } from '../mapping/fields.ts';

/** What the queries of connectors are made of. */

export const queryDay = z.iso.date({ error: 'must be a date such as 2026-01-31' });

export const queryCountry = z.string().refine((code) => countriesOf(code).length === 1, {
  error: 'must be the two-letter code of a country, such as DE',
});

/** Credentials travel with every request, so they go nowhere unencrypted but to this machine. */
export const apiAddress = httpUrl.refine(
  (address) => /^https:\/\/|^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::|\/|$)/i.test(address),
  { error: 'must be an https address, since credentials are sent there' },
);

/** The query as a connector works with it, or in one sentence what is wrong with it. */
export function checkedQuery<Schema extends z.ZodObject>(
  connector: string,
  schema: Schema,
  given: unknown,
): z.output<Schema> {
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const [issue] = describeIssues(parsed.error, { input: schema });
  throw new ConnectorRefused(
    `The query of the ${connector} connector is not right: ${issue?.message ?? ''}.`,
    {
      retryable: false,
    },
  );
}
