import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { waitForDrain } from './socket.ts';

let server: http.Server;
beforeEach(async () => {
  server = http.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(() => void server.close());

/** A reader and the response written to it. */
async function connected(): Promise<{ reader: http.IncomingMessage; response: http.ServerResponse }> {
  const requested = once(server, 'request') as Promise<[http.IncomingMessage, http.ServerResponse]>;
  const { port } = server.address() as AddressInfo;
  const request = http.get({ port, host: '127.0.0.1', agent: false });
  const [, response] = await requested;
  response.write('begun\n');
  const [reader] = (await once(request, 'response')) as [http.IncomingMessage];
  return { reader, response };
}

const disconnected = 'The client disconnected.';
const block = 'x'.repeat(1024 * 1024);

describe('a long response', () => {
  it('continues while it is read', async () => {
    const { reader, response } = await connected();
    let length = 0;
    reader.on('data', (chunk: Buffer) => void (length += chunk.length));
    for (let turn = 0; turn < 20; turn += 1) {
      response.write(block);
      await waitForDrain(response);
    }
    response.end();
    await once(reader, 'end');
    expect(length).toBe('begun\n'.length + 20 * block.length);
  });

  it('fails when the reader disconnects, during a wait or before', async () => {
    const { reader, response } = await connected();
    reader.pause();
    while (response.write(block));
    const waiting = waitForDrain(response);
    reader.destroy();
    await expect(waiting).rejects.toThrow(disconnected);
    expect(response.destroyed).toBe(true);
    await expect(waitForDrain(response)).rejects.toThrow(disconnected);
  });
});
