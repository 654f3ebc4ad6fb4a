import type { Ad } from '@magpie/contract';

type Texts = Pick<Ad, 'headlines' | 'bodies' | 'description' | 'cards'>;
type ShownTexts = Pick<Ad, 'headline' | 'headlines' | 'body' | 'bodies' | 'description'>;

/** The texts of an ad and its cards. Templates, which are filled in for each viewer, are shown only if there is no other text. */
export function shownTexts({ headlines, bodies, description, cards }: Texts): ShownTexts {
  const shownHeadlines = withoutTemplates([...headlines, ...cards.map((card) => card.headline)]);
  const shownBodies = withoutTemplates([...bodies, ...cards.map((card) => card.body)]);
  const [shownDescription = null] = withoutTemplates([description, ...cards.map((card) => card.description)]);
  return {
    headline: shownHeadlines[0] ?? null,
    headlines: shownHeadlines,
    body: shownBodies[0] ?? null,
    bodies: shownBodies,
    description: shownDescription,
  };
}

function withoutTemplates(texts: readonly (string | null)[]): string[] {
  const distinct = [...new Set(texts.filter((text) => text !== null))].filter((text) => text !== '');
  const finished = distinct.filter((text) => !text.includes('{{'));
  return finished.length > 0 ? finished : distinct;
}
