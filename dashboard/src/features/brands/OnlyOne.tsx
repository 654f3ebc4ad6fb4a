import { Link } from '@tanstack/react-router';
import type { RouterOutputs } from '../../lib/api/types.ts';
import { todayInUtc } from '../../lib/days.ts';
import { languageName } from '../../lib/format.ts';
import { formatNames, platformNames } from '../../lib/labels.ts';
import { Section } from '../../ui/Page.tsx';
import { brandsCopy } from './copy.ts';
import { type AdsSearch, asDiscoverSearch, toBrandFilters } from './search.ts';

const copy = brandsCopy.comparison.onlyOne;

type Brand = RouterOutputs['brandSpy']['compare']['advertisers'][number];

interface OnlyOneProps {
  readonly brands: readonly Brand[];
  readonly search: AdsSearch;
}

/** A short list of what one of the brands does and no other. */
export function OnlyOne({ brands, search }: OnlyOneProps) {
  const filters = toBrandFilters(search, todayInUtc());
  return (
    <Section title={copy.title} about={copy.about}>
      <ul className="grid gap-x-6 gap-y-4 sm:grid-cols-[repeat(auto-fit,minmax(15rem,1fr))]">
        {brands.map((brand) => {
          const traits = listOwnTraits(brand, brands);
          return (
            <li key={brand.advertiserId} className="flex min-w-0 flex-col gap-1">
              <h3 className="truncate font-semibold">{brand.name}</h3>
              {traits.length === 0 && <p className="text-quiet">{copy.nothing}</p>}
              <ul className="flex flex-col gap-1">
                {traits.map(({ name, share, tagId }) => (
                  <li key={name}>
                    {tagId === undefined ? (
                      copy.share(name, share)
                    ) : (
                      <Link
                        to="/discover"
                        search={{ ...asDiscoverSearch(brand.name, filters), tagDefinitionIds: [tagId] }}
                        title={copy.tagTip}
                        className="hover:underline"
                      >
                        {copy.share(name, share)}
                      </Link>
                    )}
                  </li>
                ))}
              </ul>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}

interface Trait {
  readonly name: string;
  readonly share: number;
  readonly tagId?: number;
}

const maxTraits = 5;

/** Rare ones say little. */
const minShare = 0.02;

export function listOwnTraits(brand: Brand, brands: readonly Brand[]): readonly Trait[] {
  const others = brands.filter((each) => each !== brand);
  const traits: Trait[] = [
    ...brand.platforms
      .filter(
        ({ platform }) => !others.some((each) => each.platforms.some((one) => one.platform === platform)),
      )
      .map(({ platform, share }) => ({ name: platformNames[platform], share })),
    ...brand.formats
      .filter(({ format }) => !others.some((each) => each.formats.some((one) => one.format === format)))
      .map(({ format, share }) => ({ name: formatNames[format], share })),
    ...brand.languages
      .filter(
        ({ language }) => !others.some((each) => each.languages.some((one) => one.language === language)),
      )
      .map(({ language, share }) => ({ name: languageName(language), share })),
    ...brand.distinctTags.map(({ shortText, share, tagDefinitionId }) => ({
      name: shortText,
      share,
      tagId: tagDefinitionId,
    })),
  ];
  return traits
    .filter(({ share }) => share >= minShare)
    .toSorted((one, other) => other.share - one.share)
    .slice(0, maxTraits);
}
