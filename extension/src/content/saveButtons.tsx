import { render } from 'preact';
import type { PageAd } from '../sites/types.ts';
import { Icon } from '../ui/icons.tsx';
import { createShadowUi, trusted, type ShadowUi, isSafeToClick } from '../ui/shadowUi.ts';
import { SavePanel } from '../ui/SavePanel.tsx';
import type { AdSaveState } from '../background/messages.ts';
import type { SaveRequest } from '../background/queue.ts';
import { guardTyping } from './typing.ts';
import { SaveButton } from '../ui/SaveButton.tsx';
import { createSaves, type Saves } from './saves.ts';

const width = 320;
const maxHeight = 480;
const margin = 8;

/** Opens the board picker next to the button of an ad, as a modal dialog. */
function openPicker(
  { ad, isNamed }: PageAd,
  state: AdSaveState | undefined,
  anchor: DOMRect,
  onSave: (request: SaveRequest) => void,
): void {
  const ui = createShadowUi('position: static; display: block');
  document.documentElement.append(ui.host);
  guardTyping(ui);
  const left = Math.max(margin, Math.min(anchor.right - width, innerWidth - width - margin));
  const top = Math.max(margin, Math.min(anchor.bottom + 4, innerHeight - maxHeight - margin));
  const close = (): void => ui.container.querySelector('dialog')?.close();
  render(
    <dialog
      aria-label="Save to a board"
      style={{ left: `${left}px`, top: `${top}px` }}
      onClose={() => {
        guardTyping(undefined);
        render(null, ui.container);
        ui.host.remove();
      }}
    >
      <div class="title">
        <h2>Save to a board</h2>
        <button type="button" aria-label="Close" onClick={trusted(close)}>
          <Icon shape="close" />
        </button>
      </div>
      <SavePanel
        ad={ad}
        missing={{ companyName: !isNamed, platform: false }}
        held={new Set(state?.boards?.map(({ id }) => id))}
        note={state?.note ?? null}
        onSave={(request) => {
          close();
          onSave(request);
        }}
      />
    </dialog>,
    ui.container,
  );
  const dialog = ui.container.querySelector('dialog');
  dialog?.addEventListener('click', (event) => {
    if (event.isTrusted && event.target === dialog && isOutside(event, dialog)) close();
  });
  dialog?.showModal();
  dialog?.querySelector('input')?.focus();
}

/** Clicks on the backdrop also have the dialog as their target. */
function isOutside({ clientX, clientY }: MouseEvent, dialog: HTMLElement): boolean {
  const { left, right, top, bottom } = dialog.getBoundingClientRect();
  return clientX < left || clientX > right || clientY < top || clientY > bottom;
}

interface Card {
  pageAd: PageAd;
  readonly ui: ShadowUi;
}

interface PageReader {
  /** The ads on the page now; unchanged cards return the same object. */
  readonly read: () => readonly PageAd[];
  /** Makes the next `read` parse this card again. */
  readonly forget: (card: HTMLElement) => void;
}

/** @param cornerOffset free space from the right edge of a card, in pixels */
export function createSaveButtons(cornerOffset: number, { read, forget }: PageReader) {
  // Overlays the card, so that its layout does not change.
  const style = `position: absolute; top: 8px; right: ${cornerOffset}px; z-index: 2; display: block`;
  const cards = new Map<HTMLElement, Card>();
  const requested = new Set<string>();
  const saves = createSaves((key) => {
    for (const card of cards.values()) if (card.pageAd.key === key) draw(card, saves, press);
  });
  const press: Press = (card, act) => {
    if (!isSafeToClick(card.ui.host)) return;
    // The card may show another ad than when the button was drawn: save the one that the user sees.
    forget(card.pageAd.element);
    show();
    if (cards.get(card.pageAd.element) === card) act();
  };
  const removeOthers = (ads: readonly PageAd[]): void => {
    const elements = new Set(ads.map(({ element }) => element));
    for (const [element, card] of cards) {
      if (elements.has(element)) continue;
      render(null, card.ui.container);
      card.ui.host.remove();
      cards.delete(element);
    }
  };
  /** Reads the page, adds a button to each ad and removes buttons from cards without one. */
  const show = (): void => {
    const ads = read();
    removeOthers(ads);
    for (const one of ads) {
      const known = cards.get(one.element);
      const isDrawn = known?.pageAd === one;
      const card = known ?? { pageAd: one, ui: createShadowUi(style) };
      card.pageAd = one;
      cards.set(one.element, card);
      mount(card);
      if (!isDrawn) draw(card, saves, press);
    }
    const fresh = ads.filter(({ key }) => !requested.has(key));
    for (const { key } of fresh) requested.add(key);
    void saves.load(fresh);
  };
  return {
    show,
    refresh: () => void saves.load([...cards.values()].map(({ pageAd }) => pageAd)),
  };
}

/** Runs the action of a click if the button is visible and its card still shows an ad. */
type Press = (card: Card, act: () => void) => void;

function draw(card: Card, saves: Saves, press: Press): void {
  const { ui } = card;
  const choose = (ad: PageAd): void => {
    const anchor = ui.host.getBoundingClientRect();
    openPicker(ad, saves.get(ad.key).state, anchor, (request) => void saves.save(ad.key, request));
  };
  const quickSave = async (ad: PageAd): Promise<void> => {
    if (saves.get(ad.key).isSaving) return;
    if (!(await saves.quickSave(ad))) choose(ad);
  };
  render(
    <SaveButton
      {...saves.get(card.pageAd.key)}
      onSave={() => press(card, () => void quickSave(card.pageAd))}
      onChoose={() => press(card, () => choose(card.pageAd))}
    />,
    ui.container,
  );
}

/** Also called after the page has redrawn the card. */
function mount({ pageAd: { element }, ui: { host } }: Card): void {
  if (host.parentElement === element) return;
  element.append(host);
  if (getComputedStyle(element).position === 'static') element.style.position = 'relative';
}
