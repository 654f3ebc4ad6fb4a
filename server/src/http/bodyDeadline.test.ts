import { once } from 'node:events';
import http from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import { closeSilentConnections, liftDeadline, limitBodyTime } from './middleware/bodyLimit.ts';

let server: http.Server;
afterEach(() => server.close().closeAllConnections());

async function listen(
  handler: http.RequestListener,
  limit = (to: http.Server): void => limitBodyTime(to, 50),
): Promise<Socket> {
  server = http.createServer(handler);
  limit(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return connect((server.address() as { port: number }).port, '127.0.0.1');
}

const head = (length: number): string => `POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${length}\r\n\r\n`;

describe('a request that does not arrive in time', () => {
  it('408, and the connection is closed', async () => {
    const socket = await listen((request) => void request.resume());
    socket.write(`${head(10)}abc`);
    const answer = await text(socket);
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(answer).toContain('The request did not arrive in time.');
  });

  it('does not affect a complete request with a slow response', async () => {
    const socket = await listen((request, response) => {
      request.resume().on('end', () => setTimeout(() => response.end('late'), 200));
    });
    socket.write(`${head(3)}abc`);
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('does not affect a request whose deadline was removed', async () => {
    const socket = await listen((request, response) => {
      liftDeadline(request);
      request.resume().on('end', () => response.end('all of it'));
    });
    socket.write(`${head(6)}abc`);
    setTimeout(() => socket.write('def'), 200);
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 200 /);
  });
});

describe('a connection that never sends a byte', () => {
  const limit = (to: http.Server): void => closeSilentConnections(to, 50);

  it('is closed', async () => {
    const socket = await listen(() => undefined, limit);
    expect(await text(socket)).toBe('');
  });

  it('stays open and gets responses once it has sent one', async () => {
    const socket = await listen((_request, response) => void response.end('ok'), limit);
    socket.write('G');
    // By the time the other connection is closed, the first has been open as long.
    expect(await text(connect((server.address() as { port: number }).port, '127.0.0.1'))).toBe('');
    socket.write('ET / HTTP/1.1\r\nHost: x\r\n\r\n');
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('is served if its request arrived while the process was paused', async () => {
    const socket = await listen((_request, response) => void response.end('ok'), limit);
    server.once('connection', () => {
      socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
    });
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 200 /);
  });
});
