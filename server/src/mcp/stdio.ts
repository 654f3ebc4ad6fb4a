import { EventEmitter, once } from 'node:events';
import { finished } from 'node:stream/promises';
import { callByName, createMagpieClient, isRefusal } from '@magpie/client';
import { type ProcedureName, procedures } from '@magpie/contract';
import {
  isJSONRPCNotification,
  isJSONRPCRequest,
  type JSONRPCMessage,
  ProtocolErrorCode,
  type RequestId,
} from '@modelcontextprotocol/server';
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { isErrorCode, MagpieError } from '@magpie/contract/errors';
import type { CallByName } from './calling.ts';
import { createMcpServer, type McpParts } from './server.ts';

/** Calls a server elsewhere. Who is asked to wait is told so: an agent plans better than it sleeps. */
export function callThrough(url: string, key: string): CallByName {
  const client = createMagpieClient({ url, key, retries: 0 });
  return (name, input) => callByName(client, name, kindOf(name), input).catch(refuse);
}

function kindOf(name: ProcedureName): 'query' | 'mutation' {
  return procedures.get(name)?.kind ?? 'query';
}

function refuse(error: unknown): never {
  if (!isRefusal(error)) {
    const message = error instanceof Error ? error.message : String(error);
    throw new MagpieError('SERVICE_UNAVAILABLE', message, { cause: error });
  }
  const { code, issues, suggestions } = error.data;
  const known = isErrorCode(code) ? code : 'INTERNAL_SERVER_ERROR';
  throw new MagpieError(known, error.message, { issues, suggestions });
}

/** For how long answers are waited for once nothing more can be asked. */
const patience = 30_000;

const noMessage: JSONRPCMessage = {
  jsonrpc: '2.0',
  error: {
    code: ProtocolErrorCode.InvalidRequest,
    message: 'Each line must be one message of JSON-RPC 2.0; a list of them is not taken.',
  },
};

/** Standard input and output. What was asked before the input ended is answered before they close. */
class Wire extends StdioServerTransport {
  readonly #stopping: AbortSignal;
  readonly #unanswered = new Set<RequestId>();
  readonly #progress = new EventEmitter();

  constructor(stopping: AbortSignal) {
    super();
    this.#stopping = stopping;
  }

  override start(): Promise<void> {
    const deliver = this.onmessage;
    // oxlint-disable-next-line unicorn/prefer-add-event-listener -- it has no other way
    this.onmessage = (message) => {
      if (isJSONRPCRequest(message)) this.#unanswered.add(message.id);
      // Nobody waits for what was called off, and it is not answered.
      else if (isJSONRPCNotification(message) && message.method === 'notifications/cancelled') {
        this.#settle(message.params?.['requestId']);
      }
      deliver?.(message);
    };
    const complain = this.onerror;
    // oxlint-disable-next-line unicorn/prefer-add-event-listener -- it has no other way
    this.onerror = (error) => {
      if (error.name === 'ZodError') void this.#refuseLine();
      else complain?.(error);
    };
    return super.start();
  }

  override async send(message: JSONRPCMessage): Promise<void> {
    await super.send(message);
    if (!('method' in message)) this.#settle(message.id);
  }

  override async close(): Promise<void> {
    const signal = AbortSignal.any([this.#stopping, AbortSignal.timeout(patience)]);
    while (this.#unanswered.size > 0 && !signal.aborted) {
      await once(this.#progress, 'settled', { signal }).catch(() => undefined);
    }
    await super.close();
  }

  /** Whoever sent JSON that is no message waits for an answer. */
  async #refuseLine(): Promise<void> {
    await this.send(noMessage).catch(() => undefined);
  }

  #settle(id: unknown): void {
    if (typeof id !== 'string' && typeof id !== 'number') return;
    this.#unanswered.delete(id);
    this.#progress.emit('settled');
  }
}

/** Speaks over standard input and output until the input ends or it is to stop. */
export async function serveOverStdio(parts: McpParts, stopping: AbortSignal): Promise<void> {
  const transport = new Wire(stopping);
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
