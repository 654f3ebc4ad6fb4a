import type { Derived, Enrichment, Facts } from '../ads/enrichment.ts';
import { landingPageOf, landingPageOfAd, landingPageVersion } from '../ads/landingPage.ts';
import { adTypeVersion } from './adType.ts';
import { languageVersion } from './language.ts';
import { formatOf, mediaTypeOf, mediaVersion } from './media.ts';
import type { AddRemembered } from './rememberedTags.ts';
import { tagDefinitions, tagsVersion } from './tags.ts';
import { readHere, type ReadWords, type Said } from './words.ts';

/**
 * All that is found out about an ad from the ad itself, on this machine and the same on every other; with what a text
 * model has said of its words, where one is asked.
 */
export function createEnrichment(
  read: ReadWords = readHere,
  addRemembered: AddRemembered | null = null,
): Enrichment {
  return {
    versions: {
      language: languageVersion,
      media: mediaVersion,
      landingPage: landingPageVersion,
      adType: adTypeVersion,
      tags: tagsVersion,
    },
    tagDefinitions,
    derive: async (facts, tx) => {
      const found = await read(facts);
      const said = addRemembered === null ? found : await addRemembered(tx, facts, found);
      return said.map((words, index) => Object.assign(words, shapeOf(facts[index])));
    },
  };
}

function shapeOf(facts: Facts | undefined): Omit<Derived, keyof Said> {
  if (facts === undefined) throw new Error('More ads were read than asked for.');
  return { format: formatOf(facts), mediaType: mediaTypeOf(facts), ...whereItLeads(facts) };
}

/** The domain may be all that a source tells. */
function whereItLeads(facts: Facts): Pick<Derived, 'landingPage' | 'landingPageDomain'> {
  const found = landingPageOfAd(facts);
  if (found !== null) return { landingPage: found.page, landingPageDomain: found.domain };
  const named = facts.landingPageDomain === null ? null : landingPageOf(facts.landingPageDomain);
  return { landingPage: null, landingPageDomain: named?.domain ?? null };
}
