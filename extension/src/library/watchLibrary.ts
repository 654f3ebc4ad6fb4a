import { createPageReader, type Site, siteAt } from '../capture/index.ts';
import { trusted } from '../picker/trusted.ts';
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
  const cornerOffset = site.name === 'meta' ? 48 : 8;
  // Pages go elsewhere without being loaded anew.
  const isLibrary = (): boolean => document.body !== null && siteAt(location.href)?.name === site.name;
  const cards = createCards(cornerOffset, {
    read: () => (isLibrary() ? reader.seenAds(document) : []),
    forget: (card) => reader.forget(card),
  });
  const readSoon = rarely(cards.show);
  const refreshSoon = rarely(() => {
    if (!document.hidden) cards.refresh();
  });
  takePort((payload) => {
    reader.take(payload);
    readSoon();
  });
  new MutationObserver((records) => {
    if (records.some(isOfThePage)) readSoon();
  }).observe(document, {
    childList: true,
    subtree: true,
    // A page may keep a card and fill it with another ad.
    characterData: true,
    attributeFilter: ['href', 'src'],
  });

  onChanged(refreshSoon);
  // A page could tell so without end, and each time the server would be asked.
  document.addEventListener('visibilitychange', trusted(refreshSoon));
  window.addEventListener(
    'online',
    trusted(() => void ask('online', null).catch(() => undefined)),
  );
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
function isOfThePage({ type, addedNodes, removedNodes }: MutationRecord): boolean {
  if (type !== 'childList' || removedNodes.length > 0) return true;
  return [...addedNodes].some(({ nodeName }) => nodeName !== 'MAGPIE-SAVE');
}
