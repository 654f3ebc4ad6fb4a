import { longestPayload } from './documents.ts';
import { siteAt } from './sites.ts';
import type { Site } from './types.ts';

/** The calls of each site's own pages whose answers hold ads. LinkedIn sends finished pages: the page is its data. */
const calls: Readonly<Record<Site['name'], RegExp | null>> = {
  meta: /^\/(?:api\/graphql|ads\/library\/async\/)/,
  'tiktok-library': /^\/api\/v\d+\/(?:search|items)/,
  'tiktok-creative-center': /^\/creative_radar_api\/v\d+\/top_ads/,
  linkedin: null,
  google: /\/_\/rpc\/(?:SearchService|LookupService)\//,
};

/**
 * Runs in the page's own world: hands every document of the site's own data to `send`, those inside the page first.
 * The page's own calls go through unchanged, whatever happens here.
 */
export function watchPageData(site: Site, send: (payload: string) => void): void {
  const path = calls[site.name];
  if (path === null) return;
  const tell = (payload: unknown): void => {
    if (typeof payload === 'string' && payload.length <= longestPayload) send(payload);
  };
  whenRead(() => {
    for (const script of document.querySelectorAll('script[type="application/json"]'))
      tell(script.textContent);
  });
  const isWatched = (address: string): boolean => {
    // Pages go elsewhere without being loaded anew.
    if (siteAt(location.href)?.name !== site.name || !URL.canParse(address, location.href)) return false;
    const { hostname, pathname } = new URL(address, location.href);
    return hostname === location.hostname && path.test(pathname);
  };
  watchFetch(isWatched, tell);
  watchRequests(isWatched, tell);
}

function whenRead(act: () => void): void {
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', act, { once: true });
  else act();
}

type IsWatched = (address: string) => boolean;
type Tell = (payload: unknown) => void;

function watchFetch(isWatched: IsWatched, tell: Tell): void {
  globalThis.fetch = new Proxy(globalThis.fetch, {
    apply(target, self, parameters) {
      const answer: Promise<Response> = Reflect.apply(target, self, parameters);
      answer.then((response) => overhear(response, isWatched, tell)).catch(ignore);
      return answer;
    },
  });
}

async function overhear(response: Response, isWatched: IsWatched, tell: Tell): Promise<void> {
  if (isWatched(response.url)) tell(await response.clone().text());
}

/** What fails is the page's own call; it is told of that itself. */
function ignore(): void {}

function watchRequests(isWatched: IsWatched, tell: Tell): void {
  globalThis.XMLHttpRequest = new Proxy(XMLHttpRequest, {
    construct(target, parameters, made) {
      const request: XMLHttpRequest = Reflect.construct(target, parameters, made);
      request.addEventListener('load', () => {
        if (isWatched(request.responseURL)) tell(textOf(request));
      });
      return request;
    },
  });
}

function textOf({ responseType, response }: XMLHttpRequest): unknown {
  return responseType === 'json' ? JSON.stringify(response) : response;
}
