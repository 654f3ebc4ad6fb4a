import { afterAll, beforeAll, expect, it } from 'vitest';
import { newAgent } from '../testing/mcp.ts';
import { postgresLanes } from '../testing/postgres.ts';
import { startService, type TestService } from '../testing/service.ts';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

const [lane] = postgresLanes;
if (lane === undefined) throw new Error('there is always the embedded lane');

const origin = 'https://app.example';

let service: TestService;
beforeAll(async () => {
  service = await startService(lane, { corsOrigins: [origin] });
});
afterAll(() => service.close());

it.each(['before', 'today'] as const)(
  'a page from an allowed origin may send whatever an agent of the revision %s sends',
  async (revision) => {
    const sent = new Set<string>();
    const address = new URL('/mcp', service.address);
    const transport = new StreamableHTTPClientTransport(address, {
      requestInit: { headers: { authorization: `Bearer ${service.owner.key}` } },
      fetch: (url, init) => {
        for (const [name] of new Headers(init?.headers)) sent.add(name);
        return fetch(url, init);
      },
    });
    const agent = newAgent(revision);
    await agent.connect(transport);
    await agent.callTool({ name: 'list_boards', arguments: {} });
    await agent.close();
    expect(sent).toContain('mcp-protocol-version');
    const preflight = await fetch(address, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': [...sent].join(','),
      },
    });
    expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([204, origin]);
    const allowed = (preflight.headers.get('access-control-allow-headers') ?? '').toLowerCase().split(/,\s*/);
    // Accept is a CORS-safelisted header.
    const refused = [...sent].filter((name) => name !== 'accept' && !allowed.includes(name));
    expect(refused).toEqual([]);
  },
);
