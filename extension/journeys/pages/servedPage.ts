/** Pages in the shape of the libraries, for journeys and tests to serve. Everybody in them is made up. */

export interface ServedPage {
  /** Where the site has it. */
  readonly address: string;
  readonly html: string;
  /** What the page's own calls are answered with, by path. */
  readonly answers: Readonly<Record<string, string>>;
}

export interface SitePages {
  /** As the site is: the page's data holds every ad, in itself or in the answers to its calls. */
  readonly withData: ServedPage;
  /** The same cards, and no data that could be understood. */
  readonly withoutData: ServedPage;
  /** The library's ids of the ads: two at first, the third after "More". */
  readonly ids: readonly [string, string, string];
}

export interface InventedAd {
  readonly brand: string;
  readonly text: string;
  readonly headline: string;
  readonly domain: string;
  readonly picture: string;
}

export const invented: readonly [InventedAd, InventedAd, InventedAd] = [
  {
    brand: 'Fernbank Tea',
    text: 'Three leaves, two minutes, one quiet morning.',
    headline: 'The morning box',
    domain: 'fernbank.example',
    picture: 'https://pictures.example/fernbank.png',
  },
  {
    brand: 'Loop & Lantern',
    text: 'A lamp that remembers where the sun was.',
    headline: 'Light by the hour',
    domain: 'looplantern.example',
    picture: 'https://pictures.example/lantern.png',
  },
  {
    brand: 'Saddle Street',
    text: 'Saddles that fit the rider and not the bicycle.',
    headline: 'Find your saddle',
    domain: 'saddlestreet.example',
    picture: 'https://pictures.example/saddle.png',
  },
];

interface Parts {
  readonly address: string;
  readonly title: string;
  /** Two cards, or none when the first call brings them. */
  readonly cards: readonly [string, string, string];
  /** The calls that bring the first two cards and the third; without the first the cards stand in the page. */
  readonly firstCall?: string;
  readonly nextCall: string;
  readonly head?: string;
  /** Around all cards. */
  readonly list?: readonly [open: string, close: string];
  readonly answers: Readonly<Record<string, string>>;
}

/** A page that shows two cards and, after its button "More", the third; it makes the calls that the site makes. */
export function servedPage(parts: Parts): ServedPage {
  const { address, title, cards, firstCall, nextCall, head = '', answers } = parts;
  const [open, close] = parts.list ?? ['<div id="list">', '</div>'];
  const first = cards[0] + cards[1];
  const html = `<!doctype html>
<html lang="en">
  <head><meta charset="utf-8"><title>${title}</title>${head}</head>
  <body>
    <main>${open}${firstCall === undefined ? first : ''}${close}<button type="button" id="more">More</button></main>
    <template id="first">${first}</template>
    <template id="next">${cards[2]}</template>
    <script>
      const show = (name) => document.querySelector('#list').append(document.querySelector(name).content.cloneNode(true));
      const call = (address, name) => {
        const request = new XMLHttpRequest();
        request.open('POST', address);
        request.onload = () => show(name);
        request.send();
      };
      ${firstCall === undefined ? '' : `call(${JSON.stringify(firstCall)}, '#first');`}
      document.querySelector('#more').addEventListener('click', async () => {
        await (await fetch(${JSON.stringify(nextCall)}, { method: 'POST' })).text();
        show('#next');
      });
    </script>
  </body>
</html>`;
  return { address, html, answers };
}

/** An answer of the same call that has nothing to do with ads. */
export const nothingUnderstood = JSON.stringify({
  status: 'ok',
  notices: [{ id: '1', text: 'Nothing here' }],
});

export function three<Value>(make: (ad: InventedAd, index: 0 | 1 | 2) => Value): [Value, Value, Value] {
  return [make(invented[0], 0), make(invented[1], 1), make(invented[2], 2)];
}
