import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTcpServer, isIP, type AddressInfo } from 'node:net';
import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { FetchError } from './target.ts';
import { createSafeFetch, type FetchResponse, type FetchOptions, type SafeFetch } from './safeFetch.ts';

const megabyte = 1024 * 1024;
const usual: FetchOptions = { maxBytes: megabyte, milliseconds: 5000 };

/** Serves the test paths; its host is allowed. */
let front: Server;
let frontAddress: string;
/** What nobody may reach: it listens on this machine, and is on no list. */
let inner: Server;
let innerPort: number;
let innerRequests: number;
let safeFetch: SafeFetch;

/** Names as a hostile owner of a domain would let them resolve. */
const names: Readonly<Record<string, readonly string[]>> = {
  'loopback.example': ['127.0.0.1'],
  'loopback6.example': ['::1'],
  'private.example': ['10.1.2.3'],
  'mixed.example': ['93.184.216.34', '127.0.0.1'],
  'mapped.example': ['::ffff:127.0.0.1'],
  'metadata.google.internal': ['169.254.169.254'],
  'azure.example': ['168.63.129.16'],
  // Public, so that only the name itself says that they are local.
  'printer.local': ['2d00::1'],
  redis: ['2d00::1'],
  'nowhere.example': [],
};

const resolve = (name: string): Promise<{ address: string; family: number }[]> =>
  Promise.resolve((names[name] ?? []).map((address) => ({ address, family: isIP(address) })));

async function listen(server: Server): Promise<number> {
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  return (server.address() as AddressInfo).port;
}

const pages: Readonly<Record<string, (request: IncomingMessage, response: ServerResponse) => void>> = {
  '/to': ({ url }, response) => {
    const address = new URL(url ?? '', frontAddress).searchParams.get('address') ?? '';
    response.writeHead(302, { location: Buffer.from(address).toString('latin1') }).end();
  },
  '/hops': ({ url }, response) => {
    const left = Number(new URL(url ?? '', frontAddress).searchParams.get('left'));
    if (left === 0) response.end('arrived');
    else response.writeHead(307, { location: `?left=${left - 1}` }).end();
  },
  '/loop': (_, response) => void response.writeHead(301, { location: '/loop' }).end(),
  '/no-location': (_, response) => void response.writeHead(302).end('nowhere'),
  '/latin1': (_, response) => {
    response
      .writeHead(404, { 'content-type': 'text/html; charset=iso-8859-1' })
      .end(Buffer.from([0xe9, 0x00, 0xff]));
  },
  '/echo': ({ headers }, response) => void response.end(JSON.stringify(headers)),
  '/silent': () => {},
  '/slow-body': (_, response) => {
    const drip = setInterval(() => response.write('.'), 20);
    response.on('close', () => clearInterval(drip));
  },
  '/endless': (_, response) => {
    const pour = (): void => {
      while (response.write('a'.repeat(65_536)));
    };
    response.on('drain', pour).on('error', () => {});
    pour();
  },
  '/stated-giant': (_, response) =>
    void response.writeHead(200, { 'content-length': 5 * megabyte }).write('a'),
  '/exactly': (_, response) => void response.end(Buffer.alloc(megabyte)),
  '/one-more': (_, response) => void response.end(Buffer.alloc(megabyte + 1)),
  '/gzip': (_, response) => encoded(response, 'gzip', gzipSync('packed')),
  '/x-gzip': (_, response) => encoded(response, 'X-GZip', gzipSync('packed')),
  '/br': (_, response) => encoded(response, 'br', brotliCompressSync('packed')),
  '/deflate': (_, response) => encoded(response, 'deflate', deflateSync('packed')),
  '/gzip-bomb': (_, response) => encoded(response, 'gzip', bombs.gzip),
  '/br-bomb': (_, response) => encoded(response, 'br', bombs.br),
  '/deflate-bomb': (_, response) => encoded(response, 'deflate', bombs.deflate),
  '/gzip-twice': (_, response) => encoded(response, 'gzip, gzip', gzipSync(bombs.gzip)),
  '/gzip-of-nothings': (_, response) => {
    const nothings = Buffer.concat(Array.from({ length: 4096 }, () => nothing));
    response.writeHead(200, { 'content-encoding': 'gzip' });
    const pour = (): void => {
      while (response.write(nothings));
    };
    response.on('drain', pour).on('error', () => {});
    pour();
  },
  '/gzip-cut': (_, response) => encoded(response, 'gzip', gzipSync('a'.repeat(1000)).subarray(0, 20)),
  '/not-gzip': (_, response) => encoded(response, 'gzip', Buffer.from('plain')),
  '/not-br': (_, response) => encoded(response, 'br', Buffer.from('plain')),
  '/zstd': (_, response) => encoded(response, 'zstd', Buffer.from('plain')),
  '/constructor-encoding': (_, response) => encoded(response, 'constructor', Buffer.from('plain')),
  '/headers': (_, response) => void response.writeHead(200, { 'x-long': 'a'.repeat(40_000) }).end(),
};

const nothing = gzipSync('');
const giant = Buffer.alloc(64 * megabyte);
const quickly = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };
const bombs = {
  gzip: gzipSync(giant),
  br: brotliCompressSync(giant, quickly),
  deflate: deflateSync(giant),
};

function encoded(response: ServerResponse, encoding: string, body: Buffer): void {
  response.writeHead(200, { 'content-encoding': encoding }).end(body);
}

beforeAll(async () => {
  inner = createServer((_, response) => {
    innerRequests++;
    response.end('the secret');
  });
  innerPort = await listen(inner);
  front = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://front');
    pages[pathname]?.(request, response);
  });
  frontAddress = `http://127.0.0.1:${await listen(front)}`;
  safeFetch = createSafeFetch({ allow: [new URL(frontAddress).host], resolve });
});

beforeEach(() => void (innerRequests = 0));

afterAll(() => {
  for (const server of [front, inner]) {
    server.closeAllConnections();
    server.close();
  }
});

const page = (path: string, changes: Partial<FetchOptions> = {}): Promise<FetchResponse> =>
  safeFetch(frontAddress + path, { ...usual, ...changes });

async function refusal(fetching: Promise<FetchResponse>): Promise<{ reason: string; message: string }> {
  const error: unknown = await fetching.then(
    ({ status }) => new Error(`It was fetched: ${status}.`),
    (thrown: unknown) => thrown,
  );
  const { name, reason, message } = error as FetchError;
  expect(error).toMatchObject({ name: 'FetchError' });
  expect(message, name).toMatch(/^[A-Z][^\n]{10,200}\.$/);
  return { reason, message };
}

/** Each kind of hostile address; PORT is where the inner server listens on this machine. */
const hostile: Readonly<Record<string, string>> = {
  loopback: 'http://127.0.0.1:PORT/',
  'the rest of loopback': 'http://127.8.8.8:PORT/',
  'loopback by name': 'http://localhost:PORT/',
  'loopback by a name below': 'http://a.LOCALHOST:PORT/',
  'loopback by a name with a dot': 'http://localhost.:PORT/',
  'loopback as one number': 'http://2130706433:PORT/',
  'loopback in octal': 'http://0177.0.0.01:PORT/',
  'loopback in hexadecimal': 'http://0x7f.0x0.0x0.0x1:PORT/',
  'loopback cut short': 'http://127.1:PORT/',
  'loopback in wide digits': 'http://①②⑦.⓪.⓪.①:PORT/',
  'loopback escaped': 'http://%31%32%37.0.0.1:PORT/',
  'loopback with a dot': 'http://127.0.0.1.:PORT/',
  unspecified: 'http://0.0.0.0:PORT/',
  'unspecified as one number': 'http://0:PORT/',
  'loopback of IPv6': 'http://[::1]:PORT/',
  'unspecified of IPv6': 'http://[::]:PORT/',
  'IPv4 mapped': 'http://[::ffff:127.0.0.1]:PORT/',
  'IPv4 mapped in hexadecimal': 'http://[0:0:0:0:0:ffff:7f00:1]:PORT/',
  'IPv4 compatible': 'http://[::127.0.0.1]:PORT/',
  NAT64: 'http://[64:ff9b::7f00:1]:PORT/',
  '6to4': 'http://[2002:7f00:1::]:PORT/',
  Teredo: 'http://[2001:0:7f00:1::]:PORT/',
  'unique local': 'http://[fd00::1]/',
  'link-local of IPv6': 'http://[fe80::1]/',
  'site-local': 'http://[fec0::1]/',
  'multicast of IPv6': 'http://[ff02::1]/',
  'private, 10/8': 'http://10.0.0.1/',
  'private, 172.16/12': 'http://172.16.0.1/',
  'private, 192.168/16': 'https://192.168.1.1/',
  'carrier-grade NAT': 'http://100.64.0.1/',
  'the metadata service of clouds': 'http://169.254.169.254/latest/meta-data/',
  'the metadata service by name': 'http://metadata.google.internal/',
  'the host of a virtual machine on Azure': 'http://168.63.129.16/machine?comp=goalstate',
  'a name that leads to the host of a virtual machine on Azure': 'http://azure.example/',
  'a name of a local network': 'http://printer.local/',
  'a name without a dot': 'http://redis/',
  benchmarks: 'http://198.18.0.1/',
  documentation: 'http://192.0.2.1/',
  multicast: 'http://224.0.0.1/',
  reserved: 'http://240.0.0.1/',
  broadcast: 'http://255.255.255.255/',
  'a name that leads to loopback': 'http://loopback.example:PORT/',
  'a name that leads to loopback, over https': 'https://loopback.example:PORT/',
  'a name that leads to loopback of IPv6': 'http://loopback6.example:PORT/',
  'a name that leads to a mapped address': 'http://mapped.example:PORT/',
  'a name that leads to a private address': 'http://private.example/',
  'a name of which one address is public': 'http://mixed.example:PORT/',
  'a name and password': 'http://ann:secret@127.0.0.1:PORT/',
  'a file': 'file:///etc/passwd',
  'another protocol': 'gopher://127.0.0.1:PORT/_GET',
  'data in the address': 'data:text/plain,hello',
};

describe('hostile addresses', () => {
  it('would be reached without the check', async () => {
    const open = [
      'loopback',
      'loopback as one number',
      'loopback with a dot',
      'unspecified',
      'loopback by name',
    ];
    const reached = open.map(async (kind) => (await fetch(addressOf(kind))).status);
    expect(await Promise.all(reached)).toEqual(open.map(() => 200));
    expect(innerRequests).toBe(open.length);
  });

  it.each(Object.keys(hostile))('%s is refused, and as the target of a redirect', async (kind) => {
    const address = addressOf(kind);
    const first = await refusal(safeFetch(address, usual));
    const redirected = await refusal(page(`/to?address=${encodeURIComponent(address)}`));
    expect([first.reason, redirected.reason]).toEqual(['address', 'address']);
    expect(innerRequests).toBe(0);
  });

  const addressOf = (kind: string): string => (hostile[kind] ?? '').replace('PORT', String(innerPort));

  it('a private address is not in the message', async () => {
    const { message } = await refusal(safeFetch('http://private.example/?key=secret', usual));
    expect(message).toBe('The host private.example is not on the public internet.');
  });

  it('a refusal repeats no inner address, whichever way it was written or reached', async () => {
    const written = ['http://10.1.2.3/', 'http://0x0a.0x010203/', 'http://167838211/', 'http://[fd00::1]/'];
    const messages: string[] = [];
    for (const address of written) {
      messages.push((await refusal(safeFetch(address, usual))).message);
      messages.push((await refusal(page(`/to?address=${encodeURIComponent(address)}`))).message);
    }
    expect(new Set(messages)).toEqual(
      new Set(['The address is not on the public internet; use one of a public host.']),
    );
  });
});

describe('names that change where they lead', () => {
  it('are resolved once for each connection, which goes to what was checked', async () => {
    // The first is public and leads nowhere: its network was never given out.
    const answers = ['2d00::1', '127.0.0.1'];
    let lookups = 0;
    const rebinding = createSafeFetch({
      allow: [],
      resolve: () => {
        const address = answers[Math.min(lookups++, 1)] ?? '';
        return Promise.resolve([{ address, family: isIP(address) }]);
      },
    });
    const address = `http://rebinding.example:${innerPort}/`;
    const first = await refusal(rebinding(address, { ...usual, milliseconds: 300 }));
    expect(['time', 'unreachable']).toContain(first.reason);
    expect(lookups).toBe(1);
    expect(await refusal(rebinding(address, usual))).toMatchObject({ reason: 'address' });
    expect([lookups, innerRequests]).toEqual([2, 0]);
  });

  it('that do not exist are reported', async () => {
    expect(await refusal(safeFetch('http://nowhere.example/', usual))).toEqual({
      reason: 'unreachable',
      message: 'The host nowhere.example has no address.',
    });
    const real = createSafeFetch({ allow: [] });
    expect((await refusal(real('http://nowhere.invalid/', usual))).reason).toBe('unreachable');
    expect((await refusal(real('http://no_such..name/', usual))).reason).toBe('unreachable');
  });
});

describe('the list of those that are allowed', () => {
  it('holds for exactly that host and that port', async () => {
    const allowing = createSafeFetch({ allow: [`localhost:${innerPort}`, `loopback.example:1`], resolve });
    expect((await allowing(`http://localhost:${innerPort}/`, usual)).bytes.toString()).toBe('the secret');
    const others = [
      'http://127.0.0.1:PORT/',
      'http://loopback.example:PORT/',
      'http://localhost:1/',
      frontAddress,
    ];
    for (const other of others) {
      const { reason } = await refusal(allowing(other.replace('PORT', String(innerPort)), usual));
      expect([other, reason]).toEqual([other, 'address']);
    }
    expect(innerRequests).toBe(1);
  });

  it('knows the usual ports of http and https', async () => {
    const allowing = createSafeFetch({ allow: ['127.0.0.1:80', '[::1]:443'] });
    for (const address of ['http://127.0.0.1/', 'https://[::1]/']) {
      expect((await refusal(allowing(address, usual))).reason).toBe('unreachable');
    }
    for (const address of ['https://127.0.0.1/', 'http://[::1]/']) {
      expect((await refusal(allowing(address, usual))).reason).toBe('address');
    }
  });
});

describe('redirects', () => {
  it('are followed five times, and not six', async () => {
    const arrived = await page('/hops?left=5');
    expect(arrived).toMatchObject({ status: 200, address: `${frontAddress}/hops?left=0` });
    expect(arrived.bytes.toString()).toBe('arrived');
    expect((await refusal(page('/hops?left=6'))).reason).toBe('redirects');
  });

  it('are followed as often as the caller says', async () => {
    expect((await page('/hops?left=1', { maxRedirects: 1 })).status).toBe(200);
    expect(await refusal(page('/hops?left=1', { maxRedirects: 0 }))).toEqual({
      reason: 'redirects',
      message: `The host ${new URL(frontAddress).host} redirects more than 0 times.`,
    });
  });

  it('in a loop are stopped', async () => {
    expect((await refusal(page('/loop'))).reason).toBe('redirects');
  });

  it('without a target are an answer like another', async () => {
    expect(await page('/no-location')).toMatchObject({ status: 302, bytes: Buffer.from('nowhere') });
  });
});

describe('time', () => {
  it.each(['/silent', '/slow-body'])('is bounded for %s', async (path) => {
    const { reason, message } = await refusal(page(path, { milliseconds: 150 }));
    expect(reason).toBe('time');
    expect(message).toBe(
      `The host ${new URL(frontAddress).host} did not complete its response within 150 ms.`,
    );
  });

  it('is bounded while a name is looked up', async () => {
    const waiting = createSafeFetch({ allow: [], resolve: () => new Promise(() => {}) });
    const options = { ...usual, milliseconds: 50 };
    expect((await refusal(waiting('http://waiting.example/', options))).reason).toBe('time');
  });

  it("is over when the caller's signal says so", async () => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(new Error('We are closing.')), 50);
    await expect(page('/slow-body', { signal: controller.signal })).rejects.toThrow('We are closing.');
    await expect(page('/latin1', { signal: controller.signal })).rejects.toThrow('We are closing.');
  });
});

describe('size', () => {
  const paths = ['/endless', '/stated-giant', '/one-more', '/gzip-bomb', '/br-bomb', '/deflate-bomb'];
  it.each([...paths, '/gzip-of-nothings'])('is bounded for %s', async (path) => {
    const before = process.memoryUsage().arrayBuffers;
    expect(await refusal(page(path))).toEqual({
      reason: 'size',
      message: 'The response is larger than 1048576 bytes.',
    });
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(16 * megabyte);
  });

  it('may be exactly the bound', async () => {
    expect((await page('/exactly')).bytes).toHaveLength(megabyte);
  });

  it('of headers is bounded too', async () => {
    expect((await refusal(page('/headers'))).reason).toBe('size');
  });
});

describe('the answer', () => {
  it('is returned unchanged with any status; the caller determines its charset', async () => {
    expect(await page('/latin1')).toMatchObject({
      status: 404,
      address: `${frontAddress}/latin1`,
      contentType: 'text/html; charset=iso-8859-1',
      headers: { 'content-type': 'text/html; charset=iso-8859-1' },
      bytes: Buffer.from([0xe9, 0x00, 0xff]),
    });
    expect((await page('/echo')).contentType).toBeNull();
  });

  it.each(['/gzip', '/x-gzip', '/br', '/deflate'])('is unpacked: %s', async (path) => {
    expect((await page(path)).bytes.toString()).toBe('packed');
  });

  it.each(['/gzip-cut', '/not-gzip', '/not-br', '/zstd', '/gzip-twice', '/constructor-encoding'])(
    'is refused when it cannot be unpacked: %s',
    async (path) => {
      expect((await refusal(page(path))).reason).toBe('encoding');
    },
  );

  it('is requested with few headers, on its own connection', async () => {
    const { bytes } = await page('/echo', { accept: 'image/*' });
    expect(JSON.parse(bytes.toString())).toEqual({
      host: new URL(frontAddress).host,
      connection: 'close',
      accept: 'image/*',
      'accept-encoding': 'gzip, br',
      'user-agent': 'Magpie',
    });
  });
});

/** Bytes that no HTTP server of Node would send. */
const wires: Readonly<Record<string, readonly [wire: string, outcome: string]>> = {
  'shorter than its content-length': ['HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nshort', 'unreachable'],
  'longer than its content-length': ['HTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\nlonger', 'long'],
  'with two content-lengths': [
    'HTTP/1.1 200 OK\r\ncontent-length: 4\r\ncontent-length: 5\r\n\r\nlonger',
    'unreachable',
  ],
  'with a negative content-length': ['HTTP/1.1 200 OK\r\ncontent-length: -1\r\n\r\nbody', 'unreachable'],
  'without a length, to the end of the connection': ['HTTP/1.1 200 OK\r\n\r\nbody', 'body'],
  'cut within a chunk': ['HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n9\r\nbody', 'unreachable'],
  'of another protocol': ['220 mail.example ESMTP\r\n', 'unreachable'],
  'that switches the protocol': [
    'HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n',
    'unreachable',
  ],
  'followed by another': ['HTTP/1.1 200 OK\r\ncontent-length: 1\r\n\r\naHTTP/1.1 200 OK\r\n\r\nb', 'a'],
  empty: ['', 'unreachable'],
};

describe('an answer', () => {
  it.each(Object.entries(wires))('%s', async (_kind, [wire, outcome]) => {
    const server = createTcpServer((socket) => {
      socket.on('error', () => {}).once('data', () => socket.end(wire));
    });
    await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    const reported = createSafeFetch({ allow: [host] })(`http://${host}/`, usual).then(
      ({ bytes }) => bytes.toString(),
      (error: unknown) => (error as FetchError).reason,
    );
    expect(await reported).toBe(outcome);
    server.close();
  });
});
