import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readImages } from './googleRpc.ts';

test.each([
  ['<img src="https://a.example/1.png">', ['https://a.example/1.png']],
  ["<IMG alt='x' SRC='https://a.example/1.png' />", ['https://a.example/1.png']],
  ['<img src=https://a.example/1.png width=1>', ['https://a.example/1.png']],
  ['<img src = "//a.example/1.png">', ['https://a.example/1.png']],
  [
    '<a><img src="https://a.example/1.png"></a><img src="https://a.example/2.png">',
    ['https://a.example/1.png', 'https://a.example/2.png'],
  ],
  ['<img data-src="https://a.example/1.png">', []],
  ['<img src="javascript:alert(1)">', []],
  ['<img src="data:image/png;base64,AAAA">', []],
  ['<image src="https://a.example/1.png">', []],
  ['<script>"https://a.example/1.png"</script>', []],
  ['<img src="https://a.example/1.png"', []],
])('%s shows %j', (html, urls) => {
  expect(readImages(html).map(({ url }) => url)).toEqual(urls);
});

test('has the image size unless it is invalid', () => {
  const [sized, odd] = readImages(
    '<img src="https://a.example/1.png" width="300px" height=250><img src="https://a.example/2.png" width="100%" height=0>',
  );
  expect(sized).toMatchObject({ width: 300, height: 250 });
  expect(odd).toMatchObject({ width: null, height: null });
});

test('returns at most twenty images and no markup', () => {
  expect(readImages('<img src="https://a.example/1.png">'.repeat(500))).toHaveLength(20);
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('<img ', 'src=', '"', "'", '>', 'https://a.example/', '<', ' ', 'x')),
      (parts) => {
        for (const { url } of readImages(parts.join(''))) expect(url).toMatch(/^https:\/\/a\.example\//);
      },
    ),
  );
});
