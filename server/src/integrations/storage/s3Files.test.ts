import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type S3Server, signatureOf, startS3Server } from '../../testing/s3Server.ts';
import type { S3Address } from '../../config/variable.ts';
import { type FileStore, StorageUnavailable, StorageRejected } from './fileStore.ts';
import { s3Store } from './s3Files.ts';

describe('S3-compatible storage', () => {
  let server: S3Server;
  let files: FileStore;
  beforeAll(async () => {
    server = await startS3Server();
    files = s3Store(server.address);
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    await files.write('a/b', Buffer.from('a picture'));
    server.methods.length = 0;
  });

  it('the server of these tests checks signatures as they are described, by the example given there', () => {
    const names = ['host', 'range', 'x-amz-content-sha256', 'x-amz-date'];
    const headers = {
      host: 'examplebucket.s3.amazonaws.com',
      range: 'bytes=0-9',
      'x-amz-content-sha256': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
      'x-amz-date': '20130524T000000Z',
    };
    const scope = '20130524/us-east-1/s3/aws4_request';
    const request = { method: 'GET', url: '/test.txt', headers, names, scope };
    expect(signatureOf(request, 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY')).toBe(
      'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
    );
  });

  it.each(['slow down', 'cut'] as const)('is retried on: %s', async (trouble) => {
    server.troubles.push(trouble, trouble);
    await files.write('a/b', Buffer.from('another'));
    server.troubles.push(trouble);
    expect(String(await files.read('a/b'))).toBe('another');
    server.troubles.push(trouble);
    const file = await files.open('a/b');
    expect(file && String(await buffer(file.body))).toBe('another');
    server.troubles.push(trouble);
    await files.remove('a/b');
    expect(server.methods.join(' ')).toBe('PUT PUT PUT GET GET GET GET DELETE DELETE');
  });

  it('is retried for a file that arrived only in part', async () => {
    server.troubles.push('cut in the middle');
    expect(String(await files.read('a/b'))).toBe('a picture');
  });

  it('a stream of which only a part comes ends with an error', async () => {
    server.troubles.push('cut in the middle');
    const file = await files.open('a/b');
    await expect(file && buffer(file.body)).rejects.toThrow('other side closed');
  });

  it('is unavailable after three attempts: 503 for the caller, the reason in the log, the secret nowhere', async () => {
    server.troubles.push('slow down', 'slow down', 'slow down');
    const failed = await files.read('a/b').catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(StorageUnavailable);
    expect(failed).toMatchObject({
      httpStatus: 503,
      message: 'The file storage is not reachable right now; try again in a moment.',
      cause: { message: complaint(server, 'it answered with status 503 (SlowDown)') },
    });
    expect(server.methods).toHaveLength(3);
  });

  it('is away while it is stopped, and then there again', async () => {
    await server.stop();
    const reason = complaint(server, 'nothing listens there');
    try {
      const work = [
        files.write('a/b', Buffer.alloc(1)),
        files.read('a/b'),
        files.open('a/b'),
        files.remove('a/b'),
      ];
      for (const outcome of await Promise.allSettled(work)) {
        expect(outcome).toMatchObject({ reason: { httpStatus: 503, cause: { message: reason } } });
      }
      await expect(files.check()).rejects.toThrow(reason);
    } finally {
      await server.start();
    }
    expect(String(await files.read('a/b'))).toBe('a picture');
  });

  it.each<[string, Partial<S3Address>, string]>([
    ['bucket', { bucket: 'not-there' }, 'it has no such bucket'],
    ['key', { key: 'nobody' }, 'it does not know the key'],
    ['secret', { secret: 'a wrong secret' }, 'it rejected the secret'],
  ])('a wrong %s is found out at once, in one sentence, and is no missing file', async (_, wrong, reason) => {
    const other = s3Store({ ...server.address, ...wrong });
    const sentence = complaint(server, reason).replace('magpie-files', wrong.bucket ?? 'magpie-files');
    await expect(other.check()).rejects.toThrow(new Error(sentence));
    await expect(other.read('a/b')).rejects.toThrow(StorageRejected);
    await expect(other.remove('a/b')).rejects.toThrow(StorageRejected);
    // Nobody would be helped by trying it again.
    expect(server.methods).toEqual(['PUT', 'GET', 'DELETE']);
  });

  it('rejects a request: 500 for the caller, the reason in the log', async () => {
    server.troubles.push('too large');
    const failed = await files.write('a/b', Buffer.alloc(1)).catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(StorageRejected);
    expect(failed).toMatchObject({
      httpStatus: 500,
      message: 'The file storage rejected the request; see the server log for the reason.',
      cause: { message: complaint(server, 'it answered with status 413 (EntityTooLarge)') },
    });
    expect(server.methods).toEqual(['PUT']);
  });

  it('looking whether it can be used leaves nothing there', async () => {
    await files.check();
    expect([server.methods, server.keys()]).toEqual([['PUT', 'GET', 'DELETE', 'GET'], ['a/b']]);
  });
});

it('is away once it is silent for too long, or cannot be connected to in time three times', async () => {
  const taken = { http: 0, https: 0 };
  const sockets: Socket[] = [];
  const silentServer = async (scheme: keyof typeof taken): Promise<Server> => {
    const server = createServer((socket) => {
      taken[scheme] += 1;
      sockets.push(socket);
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return server;
  };
  const storeAt = (scheme: string, server: Server): FileStore => {
    const origin = `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}`;
    // A plain connection is established at once, however busy the machine.
    const times = { connectMilliseconds: scheme === 'https' ? 50 : 10_000, idleMilliseconds: 50 };
    return s3Store({ origin, bucket: 'files', region: 'r', key: 'k', secret: 's' }, times);
  };
  const [http, https] = [await silentServer('http'), await silentServer('https')];
  const plain = storeAt('http', http);
  const outcomes = await Promise.allSettled([
    plain.read('a/b'),
    plain.open('a/b'),
    plain.write('a/b', Buffer.alloc(1)),
    plain.remove('a/b'),
    // A connection is made when both sides have agreed on how to encrypt it.
    storeAt('https', https).read('a/b'),
  ]);
  for (const outcome of outcomes) {
    const message = expect.stringContaining('it does not answer') as string;
    expect(outcome).toMatchObject({ reason: { httpStatus: 503, cause: { message } } });
  }
  expect(taken).toEqual({ http: 4, https: 3 });
  for (const socket of sockets) socket.destroy();
  for (const server of [http, https]) server.close();
});

function complaint({ address: { origin, bucket } }: S3Server, reason: string): string {
  return `S3 storage at ${origin}/${bucket} cannot be used: ${reason}; check S3_URL and that the storage runs.`;
}
