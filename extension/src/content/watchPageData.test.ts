import { afterEach, expect, it, vi } from 'vitest';
import { sites } from '../sites/sites.ts';
import { watchPageData } from './watchPageData.ts';

const library = 'https://www.facebook.com/ads/library/?q=tea';

/** Stubs a page: its address, which scripts can change without a reload, and its calls. */
function openPage(): { location: { href: string; hostname: string }; served: { url: string } } {
  const location = { href: library, hostname: 'www.facebook.com' };
  const served = { url: '' };
  vi.stubGlobal('location', location);
  vi.stubGlobal('document', { readyState: 'complete', querySelectorAll: () => [] });
  vi.stubGlobal('fetch', async () => {
    const response = new Response('{"ads":1}');
    Object.defineProperty(response, 'url', { value: served.url });
    return response;
  });
  vi.stubGlobal(
    'XMLHttpRequest',
    class extends EventTarget {
      readonly responseURL = served.url;
      readonly responseType = 'json';
      readonly response = { ads: 2 };
    },
  );
  return { location, served };
}

afterEach(() => void vi.unstubAllGlobals());

it('forwards only responses of the library’s own calls, and none after leaving the library', async () => {
  const [site] = sites;
  if (site === undefined) throw new Error('no site');
  const { location, served } = openPage();
  const received: string[] = [];
  watchPageData(site, (payload) => received.push(payload));
  const call = async (address: string): Promise<void> => {
    served.url = address;
    await fetch(address);
    new XMLHttpRequest().dispatchEvent(new Event('load'));
    // The body is read after the page has its response.
    await new Promise((resolve) => {
      setTimeout(resolve);
    });
  };
  await call('https://www.facebook.com/ajax/messages');
  await call('https://elsewhere.example/api/graphql/');
  location.href = 'https://www.facebook.com/messages';
  await call('https://www.facebook.com/api/graphql/');
  expect(received).toEqual([]);
  location.href = library;
  await call('https://www.facebook.com/api/graphql/');
  expect(received.toSorted()).toEqual(['{"ads":1}', '{"ads":2}']);
});
