import type { z } from 'zod';

/** What a connector works with, given to it so that a test decides about time and network. */
export interface ConnectorTools {
  readonly fetch: typeof fetch;
  /** Resolves after so many milliseconds; rejects when the run is stopped meanwhile. */
  sleep(milliseconds: number): Promise<void>;
  /** Tells the operator what is going on. Never a token. */
  say(line: string): void;
  /** Aborted when the run is to stop. */
  readonly signal: AbortSignal;
  /** Milliseconds since 1970. */
  now(): number;
}

/** A source that is asked over the network. */
export interface Connector {
  /** The name of the source that unfolds and maps what it yields. */
  readonly source: string;
  /** What can be asked for: strict, every field described. */
  readonly options: z.ZodObject;
  /** Those of the options that are shown to nobody. */
  readonly secrets: readonly string[];
  /** The documents that answer the query, one page at a time. Throws ConnectorRefused. */
  pages(query: unknown, tools: ConnectorTools): AsyncGenerator;
}

/** The source did not answer; the message is one plain sentence for the operator. */
export class ConnectorRefused extends Error {
  override readonly name = 'ConnectorRefused';
  /** Whether the same query may succeed later without anybody changing anything. */
  readonly retryable: boolean;
  /** After how many milliseconds, where that is known. */
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
