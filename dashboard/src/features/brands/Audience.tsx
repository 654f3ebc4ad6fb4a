import type { ReactNode } from 'react';
import type { RouterOutputs } from '../../lib/api/types.ts';
import { BarChart } from '../../ui/charts/BarChart.tsx';
import { Section } from '../../ui/Page.tsx';
import { Bar } from '../../ui/Bar.tsx';
import { Tip } from '../../ui/Tip.tsx';
import { countryName, formatNumber, formatShare } from '../../lib/format.ts';
import { ShareStrip } from './ShareStrip.tsx';

type Demographics = RouterOutputs['brandSpy']['getOverview']['demographics'];

const explanation = 'Based on ads whose source reports an audience, weighted by reach.';

/** The audience by gender, age and country. */
export function Audience({ demographics }: { readonly demographics: Demographics }) {
  const { gender, age, country } = demographics;
  const isKnown = [...gender, ...age, ...country].some(({ reach }) => reach > 0);
  if (!isKnown) {
    return (
      <Section title="Audience">
        <p className="text-quiet">
          No audience data. Platforms report it only for ads shown in the European Union.
        </p>
      </Section>
    );
  }
  return (
    <Section title="Audience" about={<Tip tip={explanation}>Share of reported reach</Tip>}>
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

const genderNames = { female: 'Women', male: 'Men', unknown: 'Unknown' } as const;

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
  if (age.length === 0) return <p className="text-quiet">No age data.</p>;
  const sorted = age.toSorted((one, other) => one.age.localeCompare(other.age, 'en', { numeric: true }));
  return (
    <BarChart
      label="Reach by age"
      series={['Share of reach']}
      points={sorted.map(({ age: name, share }) => ({ label: ageName(name), values: [share ?? 0] }))}
      format={formatShare}
      height={180}
    />
  );
}

function ageName(age: string): string {
  return age === 'unknown' ? 'Unknown' : age.replace('-', '–');
}

const shownCountries = 8;

function Countries({ country }: Pick<Demographics, 'country'>) {
  if (country.length === 0) return <p className="text-quiet">No country data.</p>;
  const largest = country[0]?.share ?? 1;
  const rest = country.slice(shownCountries).reduce((sum, { share }) => sum + (share ?? 0), 0);
  return (
    <ul className="flex flex-col gap-2">
      {country.slice(0, shownCountries).map(({ country: code, share, reach }) => (
        <li key={code} className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-1">
          <span className="truncate">{countryName(code)}</span>
          <span className="font-semibold">
            <Tip tip={`${formatNumber(reach)} people reached, as reported by sources`}>
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
