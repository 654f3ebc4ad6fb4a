import type { ConnectorTools } from './connector.ts';

/** The largest page of any source is far below; more is a mistake or an attack, and would fill the memory. */
const longestAnswer = 20 * 1024 * 1024;
const patience = 60_000;

export interface Exchange {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** One request and its whole answer, bounded in time and size. Throws when there is none. */
export async function exchange(tools: ConnectorTools, address: string, init: RequestInit): Promise<Exchange> {
  const signal = AbortSignal.any([tools.signal, AbortSignal.timeout(patience)]);
  // A redirect would take the caller's credentials to another host.
  const response = await tools.fetch(address, { ...init, redirect: 'error', signal });
  return { status: response.status, headers: response.headers, text: await textOf(response) };
}

async function textOf(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > longestAnswer) throw new Error(`the answer is longer than ${longestAnswer} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}
