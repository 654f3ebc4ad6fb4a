import http, { type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { toFailure } from './failure.ts';
import { listPlaces, serverAt } from './server.ts';

const board = { parentBoardId: null, teamId: null };

async function listening(listener: RequestListener): Promise<{ address: string; server: http.Server }> {
  const server = http.createServer(listener);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

describe('a call', () => {
  afterEach(() => void vi.restoreAllMocks());

  it('sends no cookies and follows no redirects', async () => {
    const fetched = vi.spyOn(globalThis, 'fetch');
    let redirected = 0;
    const elsewhere = await listening((_, response) => {
      redirected += 1;
      response.end('{}');
    });
    const there = await listening((_, response) =>
      response.writeHead(307, { location: `${elsewhere.address}/` }).end(),
    );
    const call = serverAt({ address: there.address, key: 'mgp_1' }).createBoard('Lamps', 'once');
    const failure = await call.then(() => undefined, toFailure);
    expect(failure).toMatchObject({ kind: 'later', answered: false });
    expect(redirected).toBe(0);
    expect(fetched.mock.calls.map(([, request]) => request?.credentials)).toEqual(['omit']);
    for (const { server } of [there, elsewhere]) {
      server.closeAllConnections();
      server.close();
    }
  });
});

describe('board paths', () => {
  it('list the team and parent boards; boards of a team with the viewer role are not open', () => {
    const boards = [
      { ...board, id: 3, name: 'Ours', teamId: 5 },
      { ...board, id: 1, name: 'Hooks' },
      { ...board, id: 8, name: 'Lamps' },
      { ...board, id: 2, name: 'Questions', parentBoardId: 1 },
      { ...board, id: 4, name: 'Deep', teamId: 5, parentBoardId: 3 },
      { ...board, id: 6, name: 'Theirs', teamId: 7 },
    ];
    const teams = [
      { id: 5, name: 'Studio', role: 'member' as const },
      { id: 7, name: 'Client', role: 'viewer' as const },
    ];
    expect(
      listPlaces(boards, teams).map(({ within, name, isOpen }) => [within.concat(name).join(' / '), isOpen]),
    ).toEqual([
      ['Hooks', true],
      ['Hooks / Questions', true],
      ['Lamps', true],
      ['Studio / Ours', true],
      ['Studio / Ours / Deep', true],
      ['Client / Theirs', false],
    ]);
  });
});
