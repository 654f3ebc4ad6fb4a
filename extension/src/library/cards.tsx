import { render } from 'preact';
import type { SeenAd } from '../capture/index.ts';
import { type Island, makeIsland } from '../picker/island.ts';
import { SaveButton } from '../picker/SaveButton.tsx';
import { openPicker } from './openPicker.tsx';
import { createSaves, type Saves } from './saves.ts';

/** The buttons on the cards of one page. */
export interface Cards {
  /** Puts a button on each, and takes those away whose card no longer shows an ad. */
  readonly show: (seen: readonly SeenAd[]) => void;
  /** Asks anew what is saved. */
  readonly refresh: () => void;
}

interface Card {
  seen: SeenAd;
  readonly island: Island;
}

/** @param cornerOffset how far from the right end of a card the site leaves room */
export function createCards(cornerOffset: number): Cards {
  const cards = new Map<HTMLElement, Card>();
  const looked = new Set<string>();
  const saves = createSaves((key) => {
    for (const card of cards.values()) if (card.seen.key === key) draw(card, saves);
  });
  const forgetOthers = (seen: readonly SeenAd[]): void => {
    const elements = new Set(seen.map(({ element }) => element));
    for (const [element, card] of cards) {
      if (elements.has(element)) continue;
      unmount(card);
      cards.delete(element);
    }
  };
  return {
    show: (seen) => {
      forgetOthers(seen);
      for (const one of seen) {
        const card = cards.get(one.element) ?? { seen: one, island: makeIsland(cornerStyle(cornerOffset)) };
        card.seen = one;
        cards.set(one.element, card);
        mount(card);
        draw(card, saves);
      }
      const fresh = seen.filter(({ key }) => !looked.has(key));
      for (const { key } of fresh) looked.add(key);
      void saves.look(fresh);
    },
    refresh: () => void saves.look([...cards.values()].map(({ seen }) => seen)),
  };
}

function draw(card: Card, saves: Saves): void {
  const { seen, island } = card;
  const progress = saves.of(seen.key);
  const choose = (): void => {
    const beside = island.host.getBoundingClientRect();
    openPicker(seen, progress.state, beside, (request) => void saves.save(seen.key, request));
  };
  const saveAtOnce = async (): Promise<void> => {
    if (!(await saves.saveAtOnce(seen))) choose();
  };
  render(
    <SaveButton
      {...progress}
      onSave={() => {
        if (!progress.isSaving) void saveAtOnce();
      }}
      onChoose={choose}
    />,
    island.ground,
  );
}

/** Over the card, so that nothing of it moves. */
function cornerStyle(offset: number): string {
  return `position: absolute; top: 8px; right: ${offset}px; z-index: 2; display: block;`;
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
