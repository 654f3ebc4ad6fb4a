import { maxPayloadLength } from './documents.ts';
import { siteAt } from '../sites/sites.ts';
import type { Site } from '../sites/types.ts';

/**
 * Runs in the page's main world and passes the site's own data to `send`, starting with inline documents. Never changes or
 * breaks the page's own calls.
 */
export function watchPageData(site: Site, send: (payload: string) => void): void {
  const { dataPath } = site;
  if (dataPath === null) return;
  const report = (payload: unknown): void => {
    if (typeof payload === 'string' && payload.length <= maxPayloadLength) send(payload);
  };
  onDocumentReady(() => {
    for (const script of document.querySelectorAll('script[type="application/json"]'))
      report(script.textContent);
  });
  const isWatched = (address: string): boolean => {
    // Single-page apps leave the library without a reload.
    if (siteAt(location.href)?.name !== site.name || !URL.canParse(address, location.href)) return false;
    const { hostname, pathname } = new URL(address, location.href);
    return hostname === location.hostname && dataPath.test(pathname);
  };
  watchFetch(isWatched, report);
  watchXhr(isWatched, report);
}

function onDocumentReady(act: () => void): void {
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', act, { once: true });
  else act();
}

type IsWatched = (address: string) => boolean;
type Report = (payload: unknown) => void;

function watchFetch(isWatched: IsWatched, report: Report): void {
  globalThis.fetch = new Proxy(globalThis.fetch, {
    apply(target, self, parameters) {
      const response: Promise<Response> = Reflect.apply(target, self, parameters);
      response.then((received) => forwardResponse(received, isWatched, report)).catch(ignore);
      return response;
    },
  });
}

async function forwardResponse(response: Response, isWatched: IsWatched, report: Report): Promise<void> {
  if (isWatched(response.url)) report(await response.clone().text());
}

/** The page handles failures of its own calls. */
function ignore(): void {}

function watchXhr(isWatched: IsWatched, report: Report): void {
  globalThis.XMLHttpRequest = new Proxy(XMLHttpRequest, {
    construct(target, parameters, made) {
      const request: XMLHttpRequest = Reflect.construct(target, parameters, made);
      request.addEventListener('load', () => {
        if (isWatched(request.responseURL)) report(readResponse(request));
      });
      return request;
    },
  });
}

function readResponse({ responseType, response }: XMLHttpRequest): unknown {
  return responseType === 'json' ? JSON.stringify(response) : response;
}
