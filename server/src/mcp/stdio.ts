import { EventEmitter, once } from 'node:events';
import { finished } from 'node:stream/promises';
import { callByName, createMagpieClient, isApiError } from '@magpie/client';
import { procedures } from '@magpie/contract';
import {
  isJSONRPCNotification,
  isJSONRPCRequest,
  type JSONRPCMessage,
  ProtocolErrorCode,
  type RequestId,
} from '@modelcontextprotocol/server';
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { isErrorCode, MagpieError } from '@magpie/contract/errors';
import type { CallByName, McpParts } from './calling.ts';
import { createMcpServer } from './server.ts';

/** Calls a remote server without retries: an agent can do something else while it waits. */
export function remoteCaller(url: string, key: string): CallByName {
  const client = createMagpieClient({ url, key, retries: 0 });
  return (name, input) =>
    callByName(client, name, procedures.get(name)?.kind ?? 'query', input).catch(toMagpieError);
}

function toMagpieError(error: unknown): never {
  if (!isApiError(error)) {
    const message = error instanceof Error ? error.message : String(error);
    throw new MagpieError('SERVICE_UNAVAILABLE', message, { cause: error });
  }
  const {
    code,
    httpStatus: _status,
    path: _path,
    requestId: _id,
    retryAfterSeconds,
    ...details
  } = error.data;
  const known = isErrorCode(code) ? code : 'INTERNAL_SERVER_ERROR';
  throw new MagpieError(known, error.message, { ...details, retryAfter: retryAfterSeconds });
}

/** How long to wait for pending responses after the input has ended. */
const drainMilliseconds = 30_000;

const invalidMessage: JSONRPCMessage = {
  jsonrpc: '2.0',
  error: {
    code: ProtocolErrorCode.InvalidRequest,
    message: 'Each line must be one JSON-RPC 2.0 message; batches are not supported.',
  },
};

class DrainingStdioTransport extends StdioServerTransport {
  readonly #stopping: AbortSignal;
  readonly #pending = new Set<RequestId>();
  readonly #progress = new EventEmitter();

  constructor(stopping: AbortSignal) {
    super();
    this.#stopping = stopping;
  }

  override start(): Promise<void> {
    const deliver = this.onmessage;
    // oxlint-disable-next-line unicorn/prefer-add-event-listener -- it has no other way
    this.onmessage = (message) => {
      if (isJSONRPCRequest(message)) this.#pending.add(message.id);
      // A cancelled request gets no response.
      else if (isJSONRPCNotification(message) && message.method === 'notifications/cancelled') {
        this.#settle(message.params?.['requestId']);
      }
      deliver?.(message);
    };
    const onError = this.onerror;
    // oxlint-disable-next-line unicorn/prefer-add-event-listener -- it has no other way
    this.onerror = (error) => {
      if (error.name === 'ZodError') void this.#sendInvalidMessage();
      else onError?.(error);
    };
    return super.start();
  }

  override async send(message: JSONRPCMessage): Promise<void> {
    await super.send(message);
    if (!('method' in message)) this.#settle(message.id);
  }

  override async close(): Promise<void> {
    const signal = AbortSignal.any([this.#stopping, AbortSignal.timeout(drainMilliseconds)]);
    while (this.#pending.size > 0 && !signal.aborted) {
      await once(this.#progress, 'settled', { signal }).catch(() => undefined);
    }
    await super.close();
  }

  /** The sender of invalid JSON-RPC waits for a response. */
  async #sendInvalidMessage(): Promise<void> {
    await this.send(invalidMessage).catch(() => undefined);
  }

  #settle(id: unknown): void {
    if (typeof id !== 'string' && typeof id !== 'number') return;
    this.#pending.delete(id);
    this.#progress.emit('settled');
  }
}

export async function serveOverStdio(parts: McpParts, stopping: AbortSignal): Promise<void> {
  const transport = new DrainingStdioTransport(stopping);
  const served = serveStdio(() => createMcpServer(parts), {
    transport,
    maxSubscriptions: 0,
    onerror: parts.report,
  });
  stopping.addEventListener('abort', () => process.stdin.destroy(), { once: true });
  await finished(process.stdin).catch(() => undefined);
  await transport.close();
  await served.close();
}
