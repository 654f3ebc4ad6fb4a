import { render } from 'preact';
import type { SeenAd } from '../capture/index.ts';
import { type Island, isSeen, makeIsland } from '../picker/island.ts';
import { SaveButton } from '../picker/SaveButton.tsx';
import { openPicker } from './openPicker.tsx';
import { createSaves, type Saves } from './saves.ts';

/** The buttons on the cards of one page. */
export interface Cards {
  /** Reads the page, puts a button on each ad, and takes those away whose card no longer shows one. */
  readonly show: () => void;
  /** Asks anew what is saved. */
  readonly refresh: () => void;
}

interface Card {
  seen: SeenAd;
  readonly island: Island;
}

/** The page that the buttons are put on. */
interface ReadPage {
  /** The ads that it shows now; the same as before where nothing is known to be new. */
  readonly read: () => readonly SeenAd[];
  /** Has a card read anew. */
  readonly forget: (card: HTMLElement) => void;
}

/** @param cornerOffset how far from the right end of a card the site leaves room */
export function createCards(cornerOffset: number, { read, forget }: ReadPage): Cards {
  const cards = new Map<HTMLElement, Card>();
  const looked = new Set<string>();
  const saves = createSaves((key) => {
    for (const card of cards.values()) if (card.seen.key === key) draw(card, saves, press);
  });
  const press: Press = (card, act) => {
    if (!isSeen(card.island.host)) return;
    // Whatever was read when the button was drawn: the ad that the person sees is the one that is meant.
    forget(card.seen.element);
    show();
    if (cards.get(card.seen.element) === card) act();
  };
  const forgetOthers = (seen: readonly SeenAd[]): void => {
    const elements = new Set(seen.map(({ element }) => element));
    for (const [element, card] of cards) {
      if (elements.has(element)) continue;
      unmount(card);
      cards.delete(element);
    }
  };
  const show = (): void => {
    const seen = read();
    forgetOthers(seen);
    for (const one of seen) {
      const known = cards.get(one.element);
      const isDrawn = known?.seen === one;
      const card = known ?? { seen: one, island: makeIsland(cornerStyle(cornerOffset)) };
      card.seen = one;
      cards.set(one.element, card);
      mount(card);
      if (!isDrawn) draw(card, saves, press);
    }
    const fresh = seen.filter(({ key }) => !looked.has(key));
    for (const { key } of fresh) looked.add(key);
    void saves.look(fresh);
  };
  return {
    show,
    refresh: () => void saves.look([...cards.values()].map(({ seen }) => seen)),
  };
}

/** Does what a press on a card's button asks for, where it can be meant. */
type Press = (card: Card, act: () => void) => void;

function draw(card: Card, saves: Saves, press: Press): void {
  const { island } = card;
  const choose = (seen: SeenAd): void => {
    const beside = island.host.getBoundingClientRect();
    openPicker(seen, saves.of(seen.key).state, beside, (request) => void saves.save(seen.key, request));
  };
  const saveAtOnce = async (seen: SeenAd): Promise<void> => {
    if (saves.of(seen.key).isSaving) return;
    if (!(await saves.saveAtOnce(seen))) choose(seen);
  };
  render(
    <SaveButton
      {...saves.of(card.seen.key)}
      onSave={() => press(card, () => void saveAtOnce(card.seen))}
      onChoose={() => press(card, () => choose(card.seen))}
    />,
    island.ground,
  );
}

/** Over the card, so that nothing of it moves. */
function cornerStyle(offset: number): string {
  return `position: absolute; top: 8px; right: ${offset}px; z-index: 2; display: block`;
}

/** Again where the page has drawn its card anew. */
function mount({ seen: { element }, island: { host } }: Card): void {
  if (host.parentElement === element) return;
  element.append(host);
  if (getComputedStyle(element).position === 'static') element.style.position = 'relative';
}

function unmount({ island: { host, ground } }: Card): void {
  render(null, ground);
  host.remove();
}
