import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { bookmarklet } from './bookmarklet.ts';

test('opens the page of this instance with what it reads', () => {
  const opened: string[] = [];
  const pictures = new Map([['meta[property="og:image"]', 'https://a.example/x.png?a=1&b=2']]);
  runInNewContext(bookmarklet('https://magpie.example').replace('javascript:', ''), {
    URLSearchParams,
    window: { open: (url: string) => opened.push(url) },
    document: {
      title: 'Kettle & tea',
      querySelector: (selector: string) => {
        const content = pictures.get(selector);
        return content === undefined ? null : { content };
      },
    },
    location: { href: 'https://a.example/ad?id=1#top' },
  });
  const [url = ''] = opened;
  const { origin, pathname, searchParams } = new URL(url);
  expect([origin + pathname, Object.fromEntries(searchParams)]).toEqual([
    'https://magpie.example/save',
    {
      url: 'https://a.example/ad?id=1#top',
      title: 'Kettle & tea',
      image: 'https://a.example/x.png?a=1&b=2',
      site: '',
    },
  ]);
});
