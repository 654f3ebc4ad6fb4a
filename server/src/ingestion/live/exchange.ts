import type { ConnectorTools } from './connector.ts';

/** Far above the largest page of any source; protects the memory. */
const maxResponseBytes = 20 * 1024 * 1024;
const timeoutMilliseconds = 60_000;

export interface HttpResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Sends a request and reads the whole response, bounded in time and size. Throws if none exists. */
export async function sendRequest(
  tools: ConnectorTools,
  address: string,
  init: RequestInit,
): Promise<HttpResponse> {
  const signal = AbortSignal.any([tools.signal, AbortSignal.timeout(timeoutMilliseconds)]);
  // A redirect would send the credentials to another host.
  const response = await tools.fetch(address, { ...init, redirect: 'error', signal });
  return { status: response.status, headers: response.headers, text: await textOf(response) };
}

async function textOf(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > maxResponseBytes) throw new Error(`the response is longer than ${maxResponseBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}
