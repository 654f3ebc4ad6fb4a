import { MagpieError, sanitizeForMessage } from '@magpie/contract/errors';
import { nearestNames } from './directory.ts';
import { type ResearchParts, findAdvertiser } from './research.ts';

const maxSuggestions = 5;
const maxShownLength = 80;

/** @param field the input field with the name */
export async function unknownAdvertiser(
  parts: ResearchParts,
  companyName: string,
  field: 'companyName' | 'companyNames' | 'logoOf' = 'companyName',
): Promise<MagpieError> {
  const suggestions = await nearestNames(parts, companyName, maxSuggestions);
  const [nearest] = suggestions;
  const problem = `No advertiser is stored under the name '${sanitizeForMessage(companyName, maxShownLength)}'`;
  const message =
    nearest === undefined
      ? `${problem}; ads.listTopCompanies finds advertisers by a part of their name.`
      : `${problem}; did you mean '${sanitizeForMessage(nearest, maxShownLength)}'?`;
  return new MagpieError('NOT_FOUND', message, { field, value: companyName, suggestions });
}

/** Call if no ad matched: a known advertiser without matching ads gets an empty response, an unknown one NOT_FOUND. */
export async function assertKnownAdvertiser(parts: ResearchParts, companyName: string): Promise<void> {
  const advertiser = await findAdvertiser(parts, companyName);
  if (advertiser === undefined) throw await unknownAdvertiser(parts, companyName);
}
