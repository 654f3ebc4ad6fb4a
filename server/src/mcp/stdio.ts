import { finished } from 'node:stream/promises';
import { callByName, createMagpieClient, isRefusal } from '@magpie/client';
import { type ProcedureName, procedures } from '@magpie/contract';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { isErrorCode, MagpieError } from '../kernel/errors.ts';
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

/** Speaks over standard input and output until the input ends or it is to stop. */
export async function serveOverStdio(parts: McpParts, stopping: AbortSignal): Promise<void> {
  const served = serveStdio(() => createMcpServer(parts), { maxSubscriptions: 0, onerror: parts.report });
  stopping.addEventListener('abort', () => process.stdin.destroy(), { once: true });
  await finished(process.stdin).catch(() => undefined);
  await served.close();
}
