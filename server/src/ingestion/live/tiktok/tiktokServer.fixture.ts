import { libraryServer, type Reply, type Request } from '../library.fixture.ts';

/** A fake TikTok server. Tokens are `clt.token1`, `clt.token2` and so on unless `reply` overrides them. */
export function tiktokServer(reply: (request: Request, count: number) => Reply | undefined) {
  let tokens = 0;
  return libraryServer((request, count) => reply(request, count) ?? newToken(++tokens));
}

function newToken(number: number): Reply {
  return { json: { access_token: `clt.token${number}`, expires_in: 7200, token_type: 'Bearer' } };
}
