import { describeIssues, httpUrl } from '@magpie/contract';
import { readCountries } from '@magpie/sources/mapping/fields';
import { z } from 'zod';

/** Injected into connectors, so that tests control time and network. */
export interface ConnectorTools {
  readonly fetch: typeof fetch;
  /** Rejects when the run is stopped. */
  sleep(milliseconds: number): Promise<void>;
  /** Prints a message for the operator. Must not contain a token. */
  say(line: string): void;
  readonly signal: AbortSignal;
  /** Milliseconds since 1970. */
  now(): number;
}

export interface Connector {
  readonly source: string;
  /** For the form in the dashboard. */
  readonly about: {
    readonly label: string;
    readonly about: string;
    readonly access: string;
    readonly accessUrl: string;
  };
  /** The schema of the query: strict, every field described. */
  readonly options: z.ZodObject;
  readonly secrets: readonly string[];
  /** The result documents, one page at a time. Throws ConnectorRefused. */
  pages(query: unknown, tools: ConnectorTools): AsyncGenerator;
}

/** The query failed; the message is for the operator. */
export class ConnectorRefused extends Error {
  override readonly name = 'ConnectorRefused';
  /** Whether the same query may succeed later without changes. */
  readonly retryable: boolean;
  /** In milliseconds, if known. */
  readonly retryAfter: number | null;

  constructor(message: string, options: { readonly retryable: boolean; readonly retryAfter?: number }) {
    super(message);
    this.retryable = options.retryable;
    this.retryAfter = options.retryAfter ?? null;
  }
}

export const queryDay = z.iso.date({ error: 'must be a date such as 2026-01-31' });

export const queryCountry = z.string().refine((code) => readCountries(code).length === 1, {
  error: 'must be the two-letter code of a country, such as DE',
});

/** Every request carries credentials, so http is allowed only for this machine. */
export const apiUrl = httpUrl.refine(
  (url) => /^https:\/\/|^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::|\/|$)/i.test(url),
  { error: 'must be an https address, since credentials are sent there' },
);

export function parseConnectorQuery<Schema extends z.ZodObject>(
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
