import type { ReactNode } from 'react';
import type { RouterOutputs } from '../../lib/api/types.ts';
import { countryName, formatShare } from '../../lib/format.ts';
import { Bar } from '../../ui/Bar.tsx';
import { BarChart } from '../../ui/charts/BarChart.tsx';
import { hueAt } from '../../ui/charts/points.ts';
import { Section } from '../../ui/Page.tsx';
import { Loading, Skeleton, Skeletons } from '../../ui/states.tsx';
import { Tip } from '../../ui/Tip.tsx';
import { brandsCopy } from './copy.ts';
import type { AdsSearch } from './search.ts';
import { listStatistics, type Stats } from './statistics.ts';

type OverviewData = RouterOutputs['brandSpy']['getOverview'];

const rowClasses = 'grid grid-cols-2 gap-3 sm:grid-cols-3 xl:grid-cols-6';

export function Tiles({ stats, search }: { readonly stats: Stats; readonly search: AdsSearch }) {
  return (
    <dl className={rowClasses}>
      {listStatistics(search).map(({ name, getValue, isLowerBound, format, tip }) => {
        const value = getValue(stats);
        return (
          <div key={name} className="flex min-w-0 flex-col gap-1 rounded-md border bg-card p-4">
            <dt className="text-quiet">{name}</dt>
            <dd className="text-2xl font-semibold">
              <Tip tip={tip}>
                {value === null ? (
                  <NotKnown />
                ) : isLowerBound(stats) ? (
                  brandsCopy.daysAtLeast(value)
                ) : (
                  format(value)
                )}
              </Tip>
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

function NotKnown() {
  return <span className="text-base font-normal text-quiet">{brandsCopy.notKnown}</span>;
}

export function TilesSkeleton() {
  return (
    <Loading label={brandsCopy.brand.loadingNumbers}>
      <div className="flex flex-col gap-2">
        <div className={rowClasses}>
          <Skeletons count={6} className="h-23" />
        </div>
        <Skeleton className="h-4 w-80 max-w-full" />
      </div>
    </Loading>
  );
}

export function MediaSplit({ mediaTypeBreakdown }: Pick<OverviewData, 'mediaTypeBreakdown'>) {
  const { title, about, empty, parts } = brandsCopy.media;
  const { image, video } = mediaTypeBreakdown;
  const rest = Math.max(0, 1 - image - video);
  const shares = [
    { name: parts.video, share: video },
    { name: parts.image, share: image },
    { name: parts.unknown, share: rest > 0.0005 ? rest : 0 },
  ].filter(({ share }) => share > 0);
  return (
    <Section title={title} about={about}>
      {image + video === 0 ? <p className="text-quiet">{empty}</p> : <ShareStrip parts={shares} />}
    </Section>
  );
}

type Demographics = OverviewData['demographics'];

const copy = brandsCopy.audience;

export function Audience({ demographics }: { readonly demographics: Demographics }) {
  const { gender, age, country } = demographics;
  const isKnown = [...gender, ...age, ...country].some(({ reach }) => reach > 0);
  if (!isKnown) {
    return (
      <Section title={copy.title}>
        <p className="text-quiet">{copy.empty}</p>
      </Section>
    );
  }
  return (
    <Section title={copy.title} about={<Tip tip={copy.tip}>{copy.about}</Tip>}>
      <div className="grid gap-x-8 gap-y-6 xl:grid-cols-3">
        <Part title={copy.gender} empty={gender.length === 0 && copy.noGender}>
          <ShareStrip
            parts={gender.map(({ gender: name, share }) => ({ name: copy.genders[name], share: share ?? 0 }))}
          />
        </Part>
        <Part title={copy.age} empty={age.length === 0 && copy.noAge}>
          <Ages age={age} />
        </Part>
        <Part title={copy.countries} empty={country.length === 0 && copy.noCountries}>
          <Countries country={country} />
        </Part>
      </div>
    </Section>
  );
}

interface PartProps {
  readonly title: string;
  readonly empty: string | false;
  readonly children: ReactNode;
}

function Part({ title, empty, children }: PartProps) {
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <h3 className="font-semibold">{title}</h3>
      {empty === false ? children : <p className="text-quiet">{empty}</p>}
    </div>
  );
}

function Ages({ age }: Pick<Demographics, 'age'>) {
  const sorted = age.toSorted((one, other) => one.age.localeCompare(other.age, 'en', { numeric: true }));
  return (
    <BarChart
      label={copy.ageChart}
      series={[copy.ageSeries]}
      points={sorted.map(({ age: name, share }) => ({ label: copy.ageName(name), values: [share ?? 0] }))}
      format={formatShare}
      height={180}
    />
  );
}

const shownCountries = 8;

function Countries({ country }: Pick<Demographics, 'country'>) {
  const largest = country[0]?.share ?? 1;
  const rest = country.slice(shownCountries).reduce((sum, { share }) => sum + (share ?? 0), 0);
  return (
    <ul className="flex flex-col gap-2">
      {country.slice(0, shownCountries).map(({ country: code, share, reach }) => (
        <li key={code} className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-1">
          <span className="truncate">{countryName(code)}</span>
          <span className="font-semibold">
            <Tip tip={copy.countryTip(reach)}>{share === null ? '–' : formatShare(share)}</Tip>
          </span>
          <Bar share={(share ?? 0) / largest} className="col-span-2" />
        </li>
      ))}
      {rest > 0 && (
        <li className="text-xs text-quiet">{copy.otherCountries(rest, country.length - shownCountries)}</li>
      )}
    </ul>
  );
}

interface Share {
  readonly name: string;
  /** 0 to 1. */
  readonly share: number;
}

function ShareStrip({ parts }: { readonly parts: readonly Share[] }) {
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
