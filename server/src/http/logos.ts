import type { FastifyInstance } from 'fastify';
import { initialsOf } from '../integrations/drawing/initials.ts';
import { MagpieError } from '@magpie/contract/errors';

/** The name of an advertiser; null when there is none of this id. */
export type NameOfAdvertiser = (advertiserId: number) => Promise<string | null>;

/**
 * Answers need no key, so they are kept, and for a while also that there is none: a stranger costs the engine one
 * question a logo, and an advertiser that comes into the index later gets one.
 */
const mostKept = 10_000;
const noneKeptSeconds = 60;
const secondsOfDay = 86_400;

/**
 * Draws a monogram for each advertiser whose logo is not known. One that is followed and not in the index yet has its
 * colour without letters, as any other number has: whom people follow is not told to strangers.
 */
export function mountLogos(app: FastifyInstance, nameOf: NameOfAdvertiser): void {
  const logoOf = oneAtATime((id) => draw(id, nameOf));
  app.get<{ Params: { file: string } }>('/logos/:file', async ({ params }, reply) => {
    const id = Number(/^([1-9]\d{0,15})\.svg$/.exec(params.file)?.[1] ?? Number.NaN);
    if (!Number.isSafeInteger(id)) throw noNumber();
    const logo = await logoOf(id);
    return reply
      .type('image/svg+xml')
      .header('Cache-Control', `public, max-age=${logo === null ? noneKeptSeconds : secondsOfDay}`)
      .header('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'")
      .send(logo ?? monogram(id, ''));
  });
}

interface Kept {
  readonly logo: string | null;
  readonly until: number;
}

/** However many ask, they hold no more than one of the engine's readers. */
function oneAtATime(find: (id: number) => Promise<string | null>): typeof find {
  const kept = new Map<number, Kept>();
  let last: Promise<unknown> = Promise.resolve();
  const held = (id: number): Kept | undefined => {
    const before = kept.get(id);
    return before !== undefined && performance.now() < before.until ? before : undefined;
  };
  const findNext = async (id: number): Promise<string | null> => {
    const before = held(id);
    if (before !== undefined) return before.logo;
    const logo = await find(id);
    if (kept.size >= mostKept) kept.clear();
    const seconds = logo === null ? noneKeptSeconds : Number.POSITIVE_INFINITY;
    kept.set(id, { logo, until: performance.now() + seconds * 1000 });
    return logo;
  };
  return (id) => {
    const known = held(id);
    if (known !== undefined) return Promise.resolve(known.logo);
    const next = last.then(() => findNext(id));
    last = next.catch(() => undefined);
    return next;
  };
}

function noNumber(): MagpieError {
  return new MagpieError(
    'NOT_FOUND',
    'There is nothing at this address; logos are at /logos/<advertiserId>.svg.',
  );
}

async function draw(id: number, nameOf: NameOfAdvertiser): Promise<string | null> {
  const name = await nameOf(id);
  return name === null ? null : monogram(id, name);
}

/** The first letters of the first two words, on a colour of the advertiser's own. */
export function monogram(id: number, name: string): string {
  const text = initialsOf(name);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="96" height="96" viewBox="0 0 96 96" role="img">
<rect width="96" height="96" rx="20" fill="hsl(${id % 360} 45% 42%)"/>
<text x="48" y="50" fill="#fff" font-family="system-ui, sans-serif" font-size="${text.length > 1 ? 38 : 48}" text-anchor="middle" dominant-baseline="central">${text}</text>
</svg>
`;
}
