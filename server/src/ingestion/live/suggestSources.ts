import type { SourceSuggestion } from '@magpie/contract';
import { MagpieError } from '@magpie/contract/errors';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { isLinkOfSingleAd, readCompetitor, type Competitor } from './competitor.ts';
import type { Connector } from './connector.ts';
import { connectors } from './runSource.ts';
import type { SavedSource } from './savedSources.sql.ts';

type Suggested = SourceSuggestion['sources'][number];

/** Sources that can run without further fields come first. */
export function suggestSources(text: string, saved: readonly SavedSource[]): SourceSuggestion {
  const competitor = readCompetitor(text);
  if (competitor === null) {
    throw new MagpieError(
      'BAD_REQUEST',
      isLinkOfSingleAd(text)
        ? 'This is the link of a single ad. Paste the name, page or website of its brand, or the link of all its ads in the ad library.'
        : 'No brand was found in this text. Paste a name such as Nike, a page, a website, or the link of all ads of a brand in an ad library.',
    );
  }
  const sources = connectors.flatMap((connector) => suggest(connector, competitor, saved) ?? []);
  return {
    kind: competitor.kind,
    name: competitor.name,
    sources: sources.toSorted((one, other) => one.missing.length - other.missing.length),
  };
}

/** Null if the library cannot find this advertiser. */
function suggest(
  connector: Connector,
  { name, id }: Competitor,
  saved: readonly SavedSource[],
): Suggested | null {
  const { source, library, about, options, advertiserFields } = connector;
  const field =
    id === null ? advertiserFields.name : id.library === library ? advertiserFields.id : undefined;
  const value = id?.value ?? name;
  if (field === undefined || value === null) return null;
  const { properties = {}, required = [] } = z.toJSONSchema(options, { io: 'input', unrepresentable: 'any' });
  const own = saved.filter((each) => each.connector === source);
  // The newest one is the likeliest to have valid credentials.
  const model = own.toSorted((one, other) => compareTimes(other.lastFinishedAt, one.lastFinishedAt))[0];
  const isList = isArray(properties[field]);
  const advertiser = isList ? [value] : value;
  const query = [...copyRequired(model, required, field), { field, value: advertiser }];
  const credentialsFrom = connector.secrets.length > 0 ? (model?.name ?? null) : null;
  const known = new Set([
    ...query.map((each) => each.field),
    ...(credentialsFrom === null ? [] : connector.secrets),
  ]);
  return {
    connector: source,
    label: about.label,
    name: freeName(`${value} ${library}`, saved),
    query,
    missing: required.filter((each) => !known.has(each)),
    credentialsFrom,
    existing: own.find((each) => isDeepStrictEqual(each.query[field], advertiser))?.name ?? null,
  };
}

const compareTimes = (one: Date | null, other: Date | null): number =>
  (one?.getTime() ?? 0) - (other?.getTime() ?? 0);

function isArray(property: z.core.JSONSchema._JSONSchema | undefined): boolean {
  return typeof property === 'object' && property.type === 'array';
}

/** Such as the countries, which are the same for most sources of a person. */
function copyRequired(
  model: SavedSource | undefined,
  required: readonly string[],
  advertiserField: string,
): Suggested['query'] {
  const copied = Object.entries(model?.query ?? {}).filter(
    ([field]) => required.includes(field) && field !== advertiserField,
  );
  return copied.map(([field, value]) => ({ field, value })) as Suggested['query'];
}

const maxNameLetters = 50;

function freeName(text: string, saved: readonly SavedSource[]): string {
  const base = text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-+/g, '')
    .slice(0, maxNameLetters);
  const taken = new Set(saved.map(({ name }) => name));
  let name = base;
  for (let count = 2; taken.has(name); count += 1) name = `${base}-${count}`;
  return name;
}
