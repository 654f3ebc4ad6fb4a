/** Pages that imitate the libraries, for journeys and tests. All names are invented. */

export interface ServedPage {
  /** The address on the real site. */
  readonly address: string;
  readonly html: string;
  /** Responses to the page's own calls, by path. */
  readonly answers: Readonly<Record<string, string>>;
}

export interface SitePages {
  /** Like the real site: every ad is in the page's data, inline or in a response. */
  readonly withData: ServedPage;
  /** The same cards without usable data. */
  readonly withoutData: ServedPage;
  /** The ids of the ads: two at first, the third after "More". */
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
  /** Three cards: two at first, the third after "More". */
  readonly cards: readonly [string, string, string];
  /** The call that loads the first two cards; without it they are in the page. `nextCall` loads the third. */
  readonly firstCall?: string;
  readonly nextCall: string;
  readonly head?: string;
  /** Wraps the cards. */
  readonly list?: readonly [open: string, close: string];
  readonly answers: Readonly<Record<string, string>>;
}

/** A page with two cards and, after a click on "More", a third; it makes the same calls as the real site. */
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

/** A response of the same call without ads. */
export const nothingUnderstood = JSON.stringify({
  status: 'ok',
  notices: [{ id: '1', text: 'Nothing here' }],
});

export function three<Value>(make: (ad: InventedAd, index: 0 | 1 | 2) => Value): [Value, Value, Value] {
  return [make(invented[0], 0), make(invented[1], 1), make(invented[2], 2)];
}
