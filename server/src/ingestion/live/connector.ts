import type { z } from 'zod';

/** Injected into connectors, so that tests control time and network. */
export interface ConnectorTools {
  readonly fetch: typeof fetch;
  /** Rejects when the run is stopped. */
  sleep(milliseconds: number): Promise<void>;
  /** Prints a message for the operator. Must not contain a token. */
  say(line: string): void;
  /** Aborted when the run should stop. */
  readonly signal: AbortSignal;
  /** Milliseconds since 1970. */
  now(): number;
}

/** A source that is queried over the network. */
export interface Connector {
  /** The name of the source that maps the yielded documents. */
  readonly source: string;
  /** The schema of the query: strict, every field described. */
  readonly options: z.ZodObject;
  /** Options that must never be shown. */
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

  constructor(
    message: string,
    options: { readonly retryable: boolean; readonly retryAfter?: number; readonly cause?: unknown },
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.retryable = options.retryable;
    this.retryAfter = options.retryAfter ?? null;
  }
}
