import { LRUCache } from 'lru-cache';
import type { FastifyInstance } from 'fastify';
import { createConcurrencyLimit } from '../../integrations/concurrencyLimit.ts';
import { getInitials } from '../../integrations/drawing/lettering.ts';
import { MagpieError } from '@magpie/contract/errors';

export type FindAdvertiserName = (advertiserId: number) => Promise<string | null>;

/** The route needs no key, so logos are cached; unknown ids for a minute, since ads may be added. */
const maxCachedLogos = 10_000;
const unknownLogoSeconds = 60;
const secondsOfDay = 86_400;

/** An unknown id gets a colour without letters even if it is followed: this must not reveal follows. */
export function mountLogos(app: FastifyInstance, nameOf: FindAdvertiserName): void {
  const logoOf = withCache(async (id) => {
    const name = await nameOf(id);
    return name === null ? null : monogram(id, name);
  });
  app.get<{ Params: { file: string } }>('/logos/:file', async ({ params }, reply) => {
    const id = Number(/^([1-9]\d{0,15})\.svg$/.exec(params.file)?.[1] ?? Number.NaN);
    if (!Number.isSafeInteger(id))
      throw new MagpieError(
        'NOT_FOUND',
        'There is nothing at this address; logos are at /logos/<advertiserId>.svg.',
      );
    const logo = await logoOf(id);
    return reply
      .type('image/svg+xml')
      .header('Cache-Control', `public, max-age=${logo === null ? unknownLogoSeconds : secondsOfDay}`)
      .header('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'")
      .send(logo ?? monogram(id, ''));
  });
}

/** Caches logos and looks up one at a time, so that requests never take more than one reader of the engine. */
function withCache(find: (id: number) => Promise<string | null>): typeof find {
  const cache = new LRUCache<number, { readonly logo: string | null }>({ max: maxCachedLogos });
  const findNext = createConcurrencyLimit({ maxConcurrent: 1 });
  return async (id) => {
    const lookUp = async (): Promise<{ readonly logo: string | null }> => {
      const found = cache.get(id) ?? { logo: await find(id) };
      // A ttl of 0 is unlimited.
      cache.set(id, found, { ttl: found.logo === null ? unknownLogoSeconds * 1000 : 0 });
      return found;
    };
    return (cache.get(id) ?? (await findNext(lookUp))).logo;
  };
}

export function monogram(id: number, name: string): string {
  const text = getInitials(name);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="96" height="96" viewBox="0 0 96 96" role="img">
<rect width="96" height="96" rx="20" fill="hsl(${id % 360} 45% 42%)"/>
<text x="48" y="50" fill="#fff" font-family="system-ui, sans-serif" font-size="${text.length > 1 ? 38 : 48}" text-anchor="middle" dominant-baseline="central">${text}</text>
</svg>
`;
}
