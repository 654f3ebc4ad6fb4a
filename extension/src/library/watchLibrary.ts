import { createPageReader, type Site } from '../capture/index.ts';
import { ask, onChanged } from '../saving/messages.ts';
import { createCards } from './cards.tsx';
import { takePort } from './handover.ts';
import { keepTypingFromPage } from './typing.ts';

/** Pages change hundreds of times a second while they load. */
const pauseMilliseconds = 250;

/** Reads the page again and again as it grows, and keeps a button on each ad. Called before the page has anything. */
export function watchLibrary(site: Site): void {
  keepTypingFromPage();
  const reader = createPageReader(site);
  // Meta has its own menu in the corner.
  const cards = createCards(site.name === 'meta' ? 48 : 8);
  const readSoon = rarely(() => {
    if (document.body !== null) cards.show(reader.seenAds(document));
  });
  const refreshSoon = rarely(() => {
    if (!document.hidden) cards.refresh();
  });
  takePort((payload) => {
    reader.take(payload);
    readSoon();
  });
  new MutationObserver((records) => {
    if (records.some(isOfThePage)) readSoon();
  }).observe(document, { childList: true, subtree: true });

  onChanged(refreshSoon);
  document.addEventListener('visibilitychange', refreshSoon);
  window.addEventListener('online', () => void ask('online', null).catch(() => undefined));
}

/** A little after it was asked for, once for all who ask meanwhile. */
function rarely(work: () => void): () => void {
  let isDue = false;
  return () => {
    if (isDue) return;
    isDue = true;
    setTimeout(() => {
      isDue = false;
      work();
    }, pauseMilliseconds);
  };
}

/** Our own buttons come by us alone; a page that draws a card anew takes them away. */
function isOfThePage({ addedNodes, removedNodes }: MutationRecord): boolean {
  return removedNodes.length > 0 || [...addedNodes].some(({ nodeName }) => nodeName !== 'MAGPIE-SAVE');
}
