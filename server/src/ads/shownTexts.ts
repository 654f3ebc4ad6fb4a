import type { Ad } from '@magpie/contract';

type Texts = Pick<Ad, 'headlines' | 'bodies' | 'description' | 'cards'>;
type ShownTexts = Pick<Ad, 'headline' | 'headlines' | 'body' | 'bodies' | 'description'>;

/** What an ad says, its cards included. A template, which a shop fills in for each viewer, is shown only where there is no other text. */
export function shownTexts({ headlines, bodies, description, cards }: Texts): ShownTexts {
  const shownHeadlines = shown([...headlines, ...cards.map((card) => card.headline)]);
  const shownBodies = shown([...bodies, ...cards.map((card) => card.body)]);
  const [shownDescription = null] = shown([description, ...cards.map((card) => card.description)]);
  return {
    headline: shownHeadlines[0] ?? null,
    headlines: shownHeadlines,
    body: shownBodies[0] ?? null,
    bodies: shownBodies,
    description: shownDescription,
  };
}

function shown(texts: readonly (string | null)[]): string[] {
  const distinct = [...new Set(texts.filter((text) => text !== null))].filter((text) => text !== '');
  const finished = distinct.filter((text) => !text.includes('{{'));
  return finished.length > 0 ? finished : distinct;
}
