import { afterEach, expect, it, vi } from 'vitest';
import { sites, watchPageData } from './index.ts';

const library = 'https://www.facebook.com/ads/library/?q=tea';

/** As a page has it: its address, which its scripts change without loading it anew, and its calls. */
function openPage(): { location: { href: string; hostname: string }; answer: { url: string } } {
  const location = { href: library, hostname: 'www.facebook.com' };
  const answer = { url: '' };
  vi.stubGlobal('location', location);
  vi.stubGlobal('document', { readyState: 'complete', querySelectorAll: () => [] });
  vi.stubGlobal('fetch', async () => {
    const response = new Response('{"ads":1}');
    Object.defineProperty(response, 'url', { value: answer.url });
    return response;
  });
  vi.stubGlobal(
    'XMLHttpRequest',
    class extends EventTarget {
      readonly responseURL = answer.url;
      readonly responseType = 'json';
      readonly response = { ads: 2 };
    },
  );
  return { location, answer };
}

afterEach(() => void vi.unstubAllGlobals());

it('hands on the answers of the library’s own calls alone, and none once the library is left', async () => {
  const [site] = sites;
  if (site === undefined) throw new Error('no site');
  const { location, answer } = openPage();
  const heard: string[] = [];
  watchPageData(site, (payload) => heard.push(payload));
  const call = async (address: string): Promise<void> => {
    answer.url = address;
    await fetch(address);
    new XMLHttpRequest().dispatchEvent(new Event('load'));
    // What is overheard is read after the page has its answer.
    await new Promise((resolve) => {
      setTimeout(resolve);
    });
  };
  await call('https://www.facebook.com/ajax/messages');
  await call('https://elsewhere.example/api/graphql/');
  location.href = 'https://www.facebook.com/messages';
  await call('https://www.facebook.com/api/graphql/');
  expect(heard).toEqual([]);
  location.href = library;
  await call('https://www.facebook.com/api/graphql/');
  expect(heard.toSorted()).toEqual(['{"ads":1}', '{"ads":2}']);
});
