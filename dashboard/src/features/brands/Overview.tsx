import type { ReactNode } from 'react';
import type { RouterOutputs } from '../../lib/api/types.ts';
import { countryName, formatNumber, formatShare } from '../../lib/format.ts';
import { Bar } from '../../ui/Bar.tsx';
import { Section } from '../../ui/Page.tsx';
import { Tip } from '../../ui/Tip.tsx';
import { BarChart } from '../../ui/charts/BarChart.tsx';
import { hueAt } from '../../ui/charts/points.ts';
import { Loading, Skeleton } from '../../ui/states.tsx';
import { statistics } from './statistics.ts';

type OverviewData = RouterOutputs['brandSpy']['getOverview'];

const tileClasses = 'flex min-w-0 flex-col gap-1 rounded-md border bg-card p-4';
const rowClasses = 'grid grid-cols-2 gap-3 sm:grid-cols-3 xl:grid-cols-6';

export function Tiles({ stats }: Pick<OverviewData, 'stats'>) {
  return (
    <dl className={rowClasses}>
      {statistics.map(({ name, valueOf, format, tip }) => {
        const value = valueOf(stats);
        return (
          <div key={name} className={tileClasses}>
            <dt className="text-quiet">{name}</dt>
            <dd className="text-2xl font-semibold">
              <Tip tip={tip}>{value === null ? '–' : format(value)}</Tip>
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

export function TilesSkeleton() {
  return (
    <Loading label="Loading numbers">
      <div className={rowClasses}>
        {statistics.map(({ name }) => (
          <Skeleton key={name} className="h-23" />
        ))}
      </div>
    </Loading>
  );
}

/** Ads by media type. */
export function MediaSplit({
  mediaTypeBreakdown: { image, video },
}: Pick<OverviewData, 'mediaTypeBreakdown'>) {
  const rest = Math.max(0, 1 - image - video);
  const parts = [
    { name: 'Videos', share: video },
    { name: 'Images', share: image },
    { name: 'Unknown', share: rest > 0.0005 ? rest : 0 },
  ].filter(({ share }) => share > 0);
  return (
    <Section title="Media" about="Share of matching ads">
      {parts.length === 0 || image + video === 0 ? (
        <p className="text-quiet">No media data.</p>
      ) : (
        <ShareStrip parts={parts} />
      )}
    </Section>
  );
}

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

interface SharePart {
  readonly name: string;
  /** 0 to 1. */
  readonly share: number;
}

interface ShareStripProps {
  readonly parts: readonly SharePart[];
}

/** A stacked bar with a labeled legend. */
function ShareStrip({ parts }: ShareStripProps) {
  return (
    <div className="flex flex-col gap-3">
      <div aria-hidden className="flex h-4 gap-0.5 overflow-hidden rounded-full bg-sunk">
        {parts.map(({ name, share }, index) => (
          <div key={name} style={{ width: `${share * 100}%`, background: hueAt(index) }} />
        ))}
      </div>
      <ul className="flex flex-wrap gap-x-6 gap-y-1">
        {parts.map(({ name, share }, index) => (
          <li key={name} className="flex min-w-0 items-center gap-2">
            <span aria-hidden className="size-2.5 shrink-0 rounded-sm" style={{ background: hueAt(index) }} />
            <span className="min-w-0 truncate text-quiet">{name}</span>
            <span className="font-semibold tabular-nums">{formatShare(share)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
