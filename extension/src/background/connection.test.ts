import { describe, expect, it } from 'vitest';
import { revokeHosts, hostPattern, isInsecureOrigin, parseOrigin, unusedHosts } from './connection.ts';

describe('server address', () => {
  it.each([
    ['https://magpie.example.com/', 'https://magpie.example.com'],
    [' http://127.0.0.1:3000/discover?x=1 ', 'http://127.0.0.1:3000'],
    ['HTTPS://Magpie.Example', 'https://magpie.example'],
    ['magpie.example.com', undefined],
    ['ftp://magpie.example.com', undefined],
    ['javascript:alert(1)', undefined],
    ['https://somebody:secret@magpie.example.com', undefined],
    ['', undefined],
  ])('%j is %j', (entered, origin) => {
    expect(parseOrigin(entered)).toBe(origin);
  });

  it('has a match pattern for one host on any port', () => {
    expect(hostPattern('http://127.0.0.1:3000')).toBe('http://127.0.0.1/*');
    expect(hostPattern('https://magpie.example')).toBe('https://magpie.example/*');
  });

  it('finds granted hosts that are neither current nor in the manifest', () => {
    const library = 'https://library.example/ads*';
    const allowed = [library, 'https://old.example/*', 'https://magpie.example/*'];
    expect(unusedHosts(allowed, [library], 'https://magpie.example:8443')).toEqual(['https://old.example/*']);
    expect(unusedHosts(allowed, [library], null)).toEqual(allowed.slice(1));
  });

  it('revokes hosts of other servers', async () => {
    const revoked: string[] = [];
    const fake = {
      runtime: { getManifest: () => ({ content_scripts: [{ matches: ['https://library.example/ads*'] }] }) },
      permissions: {
        getAll: async () => ({ origins: ['https://library.example/ads*', 'https://old.example/*'] }),
        remove: async ({ origins }: { origins: string[] }) => revoked.push(...origins),
      },
    };
    await revokeHosts('https://magpie.example', fake as never);
    expect(revoked).toEqual(['https://old.example/*']);
  });

  it.each(['http://magpie.example.com', 'http://8.8.8.8:3000', 'http://172.32.0.1', 'http://[2001:db8::1]'])(
    'is insecure: %s',
    (origin) => {
      expect(isInsecureOrigin(origin)).toBe(true);
    },
  );

  it.each([
    'https://magpie.example.com',
    'http://localhost:3000',
    'http://127.0.0.1',
    'http://10.1.2.3',
    'http://172.20.0.1',
    'http://192.168.1.5:3000',
    'http://100.64.0.1',
    'http://[::1]:3000',
    'http://[fd00::1]',
    'http://nas',
    'http://magpie.local',
  ])('is secure or private: %s', (origin) => {
    expect(isInsecureOrigin(origin)).toBe(false);
  });
});
