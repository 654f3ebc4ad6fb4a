import { MagpieError, shown } from '@magpie/contract/errors';
import { nearestNames } from './directory.ts';
import type { ResearchParts } from './research.ts';

/** More would be a list to search through again. */
const mostSuggestions = 5;
const longestShown = 80;

/** What is answered to a question about an advertiser that is not stored: which ones may have been meant. */
export async function unknownAdvertiser(parts: ResearchParts, companyName: string): Promise<MagpieError> {
  const suggestions = await nearestNames(parts, companyName, mostSuggestions);
  const [nearest] = suggestions;
  const asked = `No advertiser is stored under the name '${shown(companyName, longestShown)}'`;
  const message =
    nearest === undefined
      ? `${asked}; ads.listTopCompanies finds advertisers by a part of their name.`
      : `${asked}; did you mean '${shown(nearest, longestShown)}'?`;
  return new MagpieError('NOT_FOUND', message, { suggestions });
}
