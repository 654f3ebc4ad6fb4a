import type { ReactNode } from 'react';
import type { Answers } from '../../api/types.ts';
import { BarChart } from '../../charts/BarChart.tsx';
import { Section } from '../../parts/Page.tsx';
import { Bar } from '../../parts/Bar.tsx';
import { Tip } from '../../parts/Tip.tsx';
import { countryName, formatNumber, formatShare } from '../../words/format.ts';
import { ShareStrip } from './ShareStrip.tsx';

type Demographics = Answers['brandSpy']['getOverview']['demographics'];

const why =
  'Counted over the ads whose source tells whom they reached, each by its reach. Ads of which nothing is told are left out.';

/** Whom the ads reached: women and men, ages, countries. */
export function Audience({ demographics }: { readonly demographics: Demographics }) {
  const { gender, age, country } = demographics;
  const isKnown = [...gender, ...age, ...country].some(({ reach }) => reach > 0);
  if (!isKnown) {
    return (
      <Section title="Audience">
        <p className="text-quiet">
          Nobody can say whom these ads reached: their sources report no genders, ages or countries. Platforms
          report them for ads that were shown in the European Union.
        </p>
      </Section>
    );
  }
  return (
    <Section title="Audience" about={<Tip tip={why}>Shares of the reach that is told</Tip>}>
      <div className="grid gap-x-8 gap-y-6 xl:grid-cols-3">
        <Part title="Gender">
          <Genders gender={gender} />
        </Part>
        <Part title="Age">
          <Ages age={age} />
        </Part>
        <Part title="Countries">
          <Countries country={country} />
        </Part>
      </div>
    </Section>
  );
}

const genderNames = { female: 'Women', male: 'Men', unknown: 'Not known' } as const;

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <h3 className="font-semibold">{title}</h3>
      {children}
    </div>
  );
}

function Genders({ gender }: Pick<Demographics, 'gender'>) {
  if (gender.length === 0) return <p className="text-quiet">No gender data.</p>;
  return (
    <ShareStrip
      parts={gender.map(({ gender: name, share }) => ({ name: genderNames[name], share: share ?? 0 }))}
    />
  );
}

function Ages({ age }: Pick<Demographics, 'age'>) {
  if (age.length === 0) return <p className="text-quiet">No source tells the ages.</p>;
  const young = age.toSorted((one, other) => one.age.localeCompare(other.age, 'en', { numeric: true }));
  return (
    <BarChart
      label="Reach by age"
      series={['Share of the reach']}
      points={young.map(({ age: name, share }) => ({ label: ageName(name), values: [share ?? 0] }))}
      format={formatShare}
      height={180}
    />
  );
}

function ageName(age: string): string {
  return age === 'unknown' ? 'Not known' : age.replace('-', '–');
}

const shownCountries = 8;

function Countries({ country }: Pick<Demographics, 'country'>) {
  if (country.length === 0) return <p className="text-quiet">No source tells the countries.</p>;
  const largest = country[0]?.share ?? 1;
  const rest = country.slice(shownCountries).reduce((sum, { share }) => sum + (share ?? 0), 0);
  return (
    <ul className="flex flex-col gap-2">
      {country.slice(0, shownCountries).map(({ country: code, share, reach }) => (
        <li key={code} className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-1">
          <span className="truncate">{countryName(code)}</span>
          <span className="font-semibold">
            <Tip tip={`${formatNumber(reach)} people reached, as far as sources tell.`}>
              {share === null ? '–' : formatShare(share)}
            </Tip>
          </span>
          <Bar share={(share ?? 0) / largest} className="col-span-2" />
        </li>
      ))}
      {rest > 0 && (
        <li className="text-xs text-quiet">
          {formatShare(rest)} in {formatNumber(country.length - shownCountries)} others
        </li>
      )}
    </ul>
  );
}
