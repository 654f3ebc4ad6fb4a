import type { Derived, Enrichment, Facts } from '../catalog/enrichment.ts';
import { adTypeOf, adTypeVersion } from './adType.ts';
import { landingPageOf, landingPageVersion } from './landingPage.ts';
import { languageOf, languageVersion, loadLanguages } from './language.ts';
import { formatOf, mediaTypeOf, mediaVersion } from './media.ts';
import { Recent } from './recent.ts';
import { tagDefinitions, tagsOf, tagsVersion } from './tags.ts';

/** What is found out from the words of an ad alone. Ads share their words, and this is the costly part. */
type Findings = Pick<Derived, 'language' | 'adType' | 'tags'>;

const findingsKept = 10_000;

/** All that is found out about an ad from the ad itself, on this machine and the same on every other. */
export function createEnrichment(): Enrichment {
  const recent = new Recent<Findings>(findingsKept);
  return {
    versions: {
      language: languageVersion,
      media: mediaVersion,
      landingPage: landingPageVersion,
      adType: adTypeVersion,
      tags: tagsVersion,
    },
    tagDefinitions,
    derive: async (facts) => {
      await loadLanguages();
      return facts.map((each) => ({
        ...recent.of(wordsOf(each), () => findingsIn(each)),
        format: formatOf(each),
        mediaType: mediaTypeOf(each),
        ...whereItLeads(each),
      }));
    },
  };
}

/** Everything that `findingsIn` looks at, as one text. */
function wordsOf({ language, headlines, bodies, description, ctaText, cards }: Facts): string {
  const parts = [language, ctaText, description, headlines.length, ...headlines, bodies.length, ...bodies];
  for (const card of cards) parts.push(card.headline, card.body, card.description);
  return parts.join('\0');
}

function findingsIn(facts: Facts): Findings {
  const tags = tagsOf(facts);
  return { language: languageOf(facts), adType: adTypeOf(facts, tags), tags };
}

/** The page is the ad's own, or that of its first card; the domain may be all that a source tells. */
function whereItLeads(facts: Facts): Pick<Derived, 'landingPage' | 'landingPageDomain'> {
  for (const address of [facts.landingPageUrl, ...facts.cards.map((card) => card.landingPageUrl)]) {
    const found = address === null ? null : landingPageOf(address);
    if (found !== null) return { landingPage: found.page, landingPageDomain: found.domain };
  }
  const named = facts.landingPageDomain === null ? null : landingPageOf(facts.landingPageDomain);
  return { landingPage: null, landingPageDomain: named?.domain ?? null };
}
