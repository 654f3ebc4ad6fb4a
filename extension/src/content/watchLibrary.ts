import { createAdReader } from './pageReader.ts';
import type { Site } from '../sites/types.ts';
import { siteAt } from '../sites/sites.ts';
import { trusted } from '../ui/shadowUi.ts';
import { callBackground, onChanged } from '../background/messages.ts';
import { createSaveButtons } from './saveButtons.tsx';
import { takePort } from './handover.ts';
import { hideTypingFromPage } from './typing.ts';

/** Pages change hundreds of times a second while they load. */
const pauseMilliseconds = 250;

/** Keeps a button on each ad while the page changes. Called before the page has any content. */
export function watchLibrary(site: Site): void {
  hideTypingFromPage();
  const reader = createAdReader(site);
  // Single-page apps leave the library without a reload.
  const isLibrary = (): boolean => document.body !== null && siteAt(location.href)?.name === site.name;
  const cards = createSaveButtons(site.buttonOffset, {
    read: () => (isLibrary() ? reader.readAds(document) : []),
    forget: (card) => reader.forget(card),
  });
  const readSoon = throttled(cards.show);
  const refreshSoon = throttled(() => {
    if (!document.hidden) cards.refresh();
  });
  takePort((payload) => {
    reader.addPayload(payload);
    readSoon();
  });
  new MutationObserver((records) => {
    if (records.some(isPageMutation)) readSoon();
  }).observe(document, {
    childList: true,
    subtree: true,
    // A page may reuse a card for another ad.
    characterData: true,
    attributeFilter: ['href', 'src'],
  });

  onChanged(refreshSoon);
  // A page could dispatch this event endlessly, and each one would call the server.
  document.addEventListener('visibilitychange', trusted(refreshSoon));
  window.addEventListener(
    'online',
    trusted(() => void callBackground('online', null).catch(() => undefined)),
  );
}

/** Runs once after a pause for any number of calls. */
function throttled(work: () => void): () => void {
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

/** Ignores our own insertions. Removals count: a page that redraws a card removes our button. */
function isPageMutation({ type, addedNodes, removedNodes }: MutationRecord): boolean {
  if (type !== 'childList' || removedNodes.length > 0) return true;
  return [...addedNodes].some(({ nodeName }) => nodeName !== 'MAGPIE-SAVE');
}
