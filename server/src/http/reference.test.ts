import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { postgresLanes } from '../testing/postgres.ts';
import { startService, type TestService } from '../testing/service.ts';

const [lane] = postgresLanes;
let service: TestService;
beforeAll(async () => {
  if (lane !== undefined) service = await startService(lane);
});
afterAll(() => service.close());

function fetchPath(address: string, options: RequestInit = {}): Promise<Response> {
  return fetch(`${service.address}${address}`, options);
}

async function textAt(address: string): Promise<string> {
  return (await fetchPath(address)).text();
}

describe('the addresses of the reference', () => {
  it.each(['/docs/nothing', '/docs/brandspy', '/docs/index'])(
    'lead a person at %s to the pages that there are, and refuse a program',
    async (address) => {
      const page = await fetchPath(address, { headers: { accept: 'text/html,*/*' } });
      expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
      expect(await page.text()).toMatch(/href="\/docs\/brandSpy".*<h1>Page not found/s);
      const refused = await fetchPath(address);
      expect(refused.status).toBe(404);
      expect(await refused.json()).toMatchObject({ error: { data: { code: 'NOT_FOUND' } } });
    },
  );

  it.each(['/docs', '/docs/ads.md', '/llms.txt', '/openapi.json'])(
    '%s is not written to',
    async (address) => {
      const refused = await fetchPath(address, { method: 'POST', body: '{' });
      expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    },
  );

  it('contain no host name', async () => {
    for (const address of ['/openapi.json', '/llms.txt', '/llms-full.txt', '/docs'])
      expect(await textAt(address)).not.toContain(service.address);
    expect(JSON.parse(await textAt('/openapi.json'))).toMatchObject({
      openapi: '3.1.1',
      servers: [{ url: '/' }],
    });
  });

  it('have plain descriptions', async () => {
    const lines = [...(await textAt('/llms.txt')).matchAll(/^- \[(.+)\]\((\S+)\): (.*)$/gm)];
    expect(lines.length).toBeGreaterThan(30);
    for (const [line, title, , sentence] of lines) {
      expect(title, line).not.toContain('`');
      expect(sentence, line).toMatch(/^(?!sh |#|\||>)\S.*[.:]$/);
    }
    expect(await textAt('/llms.txt')).toContain(': brandSpy.* answers questions about one advertiser');
  });

  it('have all guides and procedures in one file, and nothing else', async () => {
    const index = await textAt('/llms.txt');
    expect(index).toContain('Guides and procedures in one file: [/llms-full.txt](/llms-full.txt).');
    const everything = await textAt('/llms-full.txt');
    const [, ...parts] = index.split(/^## /m);
    expect(parts.map((part) => part.split('\n')[0])).toEqual(['Guides', 'Procedures', 'Optional']);
    for (const part of parts)
      for (const [, link = ''] of part.matchAll(/\]\((\S+)\)/g)) {
        const page = (await textAt(link)).trim();
        expect(everything.includes(page), link).toBe(!part.startsWith('Optional'));
      }
  });

  it('link from Markdown to Markdown', async () => {
    expect(await textAt('/docs/index.md')).toContain('](/docs/apiKeys.md#apiKeys.create)');
    const everything = await textAt('/llms-full.txt');
    const links = [...everything.matchAll(/\]\((\/docs[^)#\s]*)/g)].map(([, link = '']) => link);
    expect(links.filter((link) => !link.endsWith('.md'))).toEqual([]);
  });

  it('serve the tables of the guides with links to procedures', async () => {
    expect(await textAt('/docs/errors.md')).toMatch(/^\| 429 \| Too many calls/m);
    expect(await textAt('/docs/limits.md')).toContain('| `trending` | 60 | fixed |');
    expect(await textAt('/docs/bridge.md')).toContain('| `/api/brand/similar` | [`brandSpy.listSimilar');
  });
});
