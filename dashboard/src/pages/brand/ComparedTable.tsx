import { Link } from '@tanstack/react-router';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Logo } from '../../ads/Logo.tsx';
import { IconButton } from '../../parts/Button.tsx';
import { Chip } from '../../parts/Chip.tsx';
import { classes } from '../../parts/classes.ts';
import { Bar } from '../../parts/Bar.tsx';
import { Tip } from '../../parts/Tip.tsx';
import { formatNumber, formatShare, languageName } from '../../words/format.ts';
import { formatNames, platformNames } from '../../words/labels.ts';
import { type Compared, type ComparedBrand, mixRows, placeOfLargest, type Portion } from './compare.ts';
import { statistics } from './statistics.ts';

interface ComparedTableProps {
  readonly compared: Compared;
  /** Of other filters than those chosen, until theirs come. */
  readonly isOld: boolean;
  readonly onRemove: (name: string) => void;
}

/** One column a brand. On a narrow screen it scrolls by itself, and the names of the rows stay. */
export function ComparedTable({ compared, isOld, onRemove }: ComparedTableProps) {
  const { advertisers: brands, sharedTags } = compared;
  return (
    <section
      aria-label="Comparison"
      // Reached by the keyboard, so that it can be scrolled without a pointer.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className="relative overflow-x-auto rounded-md border bg-card xl:overflow-visible"
    >
      <table className={classes('w-full table-fixed border-collapse', isOld && 'opacity-55')}>
        <colgroup>
          <col className="w-26 sm:w-48" />
          {brands.map(({ advertiserId }) => (
            <col key={advertiserId} className="w-28 sm:w-40" />
          ))}
        </colgroup>
        <thead className="bg-card xl:sticky xl:top-14 xl:z-15 xl:shadow-[0_1px_0_var(--color-line)]">
          <tr>
            <th scope="col" className={nameClasses}>
              <span className="sr-only">What is compared</span>
            </th>
            {brands.map((brand) => (
              <BrandColumn key={brand.advertiserId} brand={brand} onRemove={onRemove} />
            ))}
          </tr>
        </thead>
        <NumberRows brands={brands} />
        <TempoRows brands={brands} />
        <MixRows
          brands={brands}
          title="Formats"
          mixes={brands.map(({ formats }) =>
            formats.map(({ format, share }) => ({ value: formatNames[format], share })),
          )}
        />
        <MixRows
          brands={brands}
          title="Platforms"
          mixes={brands.map(({ platforms }) =>
            platforms.map(({ platform, share }) => ({ value: platformNames[platform], share })),
          )}
        />
        <MixRows
          brands={brands}
          title="Languages"
          mixes={brands.map(({ languages }) =>
            languages.map(({ language, share }) => ({ value: languageName(language), share })),
          )}
        />
        <SharedTagRows brands={brands} tags={sharedTags} />
        <DistinctTagRow brands={brands} />
      </table>
    </section>
  );
}

const nameClasses = 'sticky left-0 z-10 border-r bg-card px-3 py-2 text-left font-normal';

interface BrandColumnProps {
  readonly brand: ComparedBrand;
  readonly onRemove: (name: string) => void;
}

function BrandColumn({ brand: { name, brandLogo }, onRemove }: BrandColumnProps) {
  return (
    <th scope="col" className="p-3 text-left align-top font-normal">
      <div className="flex flex-wrap items-start justify-between gap-2 sm:flex-nowrap">
        <Logo name={name} url={brandLogo} />
        <Link
          to="/brands/$name"
          params={{ name }}
          className="order-last min-w-0 basis-full self-center font-semibold hover:underline sm:order-none sm:flex-1 sm:basis-auto"
        >
          {name}
        </Link>
        <IconButton label={`Remove ${name}`} className="-mt-0.5 -mr-2" onClick={() => onRemove(name)}>
          <X size={16} aria-hidden />
        </IconButton>
      </div>
    </th>
  );
}

interface GroupProps {
  readonly title: string;
  readonly columns: number;
  readonly children: ReactNode;
}

function Group({ title, columns, children }: GroupProps) {
  return (
    <tbody>
      <tr className="border-t bg-sunk">
        <th scope="rowgroup" colSpan={columns + 1} className="px-3 py-1.5 text-left text-xs text-quiet">
          <span className="sticky left-3">{title}</span>
        </th>
      </tr>
      {children}
    </tbody>
  );
}

interface ValueRowProps {
  readonly name: ReactNode;
  readonly brands: readonly ComparedBrand[];
  readonly values: readonly (number | null)[];
  readonly format: (value: number) => string;
  /** With bars: values are shares of a whole. */
  readonly bars?: boolean;
}

function ValueRow({ name, brands, values, format, bars = false }: ValueRowProps) {
  const largest = placeOfLargest(values, format);
  return (
    <tr className="border-t">
      <th scope="row" className={nameClasses}>
        {name}
      </th>
      {brands.map(({ advertiserId }, place) => {
        const value = values[place] ?? null;
        return (
          <td key={advertiserId} className="px-3 py-2 align-top">
            <span className={place === largest ? markClasses : 'inline-block py-0.5'}>
              {value === null ? '–' : format(value)}
              {place === largest && <span className="sr-only">, the largest</span>}
            </span>
            {bars && <Bar share={value ?? 0} className="mt-1" />}
          </td>
        );
      })}
    </tr>
  );
}

const markClasses =
  '-ml-1.5 inline-block rounded-sm bg-accent-soft px-1.5 py-0.5 font-semibold text-accent-strong';

interface RowsProps {
  readonly brands: readonly ComparedBrand[];
}

function NumberRows({ brands }: RowsProps) {
  return (
    <Group title="Numbers" columns={brands.length}>
      {statistics.map(({ name, valueOf, format, tip }) => (
        <ValueRow
          key={name}
          name={<Tip tip={tip}>{name}</Tip>}
          brands={brands}
          values={brands.map(({ stats }) => valueOf(stats))}
          format={format}
        />
      ))}
    </Group>
  );
}

type Tempo = ComparedBrand['tempo'];

const tempoRows: readonly (readonly [name: string, key: keyof Tempo, tip: string])[] = [
  ['In 7 days', 'launchedLast7Days', 'Ads that began today or in the six days before.'],
  ['In 30 days', 'launchedLast30Days', 'Ads that began today or in the 29 days before.'],
  ['In 90 days', 'launchedLast90Days', 'Ads that began today or in the 89 days before.'],
  ['Per week', 'launchesPerWeek', 'On average over the last 90 days.'],
  ['Median run', 'medianDaysRunning', 'Half of the ads ran for fewer days, half for more.'],
];

function TempoRows({ brands }: RowsProps) {
  return (
    <Group title="Launches" columns={brands.length}>
      {tempoRows.map(([name, key, tip]) => (
        <ValueRow
          key={key}
          name={<Tip tip={tip}>{name}</Tip>}
          brands={brands}
          values={brands.map(({ tempo }) => tempo[key])}
          format={key === 'medianDaysRunning' ? (value) => `${formatNumber(value)} days` : formatNumber}
        />
      ))}
    </Group>
  );
}

interface MixRowsProps {
  readonly title: string;
  readonly mixes: readonly (readonly Portion[])[];
}

/** Rows of a mix that no brand uses much say little. */
const mostMixRows = 8;

function MixRows({ title, mixes, brands }: MixRowsProps & RowsProps) {
  const rows = mixRows(mixes).slice(0, mostMixRows);
  if (rows.length === 0) return null;
  return (
    <Group title={`${title}, share of ads`} columns={mixes.length}>
      {rows.map(({ value, shares }) => (
        <ValueRow key={value} name={value} brands={brands} values={shares} format={formatShare} bars />
      ))}
    </Group>
  );
}

interface SharedTagRowsProps extends RowsProps {
  readonly tags: Compared['sharedTags'];
}

function SharedTagRows({ brands, tags }: SharedTagRowsProps) {
  return (
    <Group title="Tags that all use, share of ads" columns={brands.length}>
      {tags.map(({ tagDefinitionId, shortText, advertisers }) => (
        <ValueRow
          key={tagDefinitionId}
          name={shortText}
          brands={brands}
          values={brands.map(
            (brand) => advertisers.find((one) => one.advertiserId === brand.advertiserId)?.share ?? 0,
          )}
          format={formatShare}
          bars
        />
      ))}
      {tags.length === 0 && (
        <tr className="border-t">
          <td colSpan={brands.length + 1} className="px-3 py-2 text-quiet">
            No tag is used by all of them.
          </td>
        </tr>
      )}
    </Group>
  );
}

function DistinctTagRow({ brands }: RowsProps) {
  return (
    <Group title="Tags of one alone" columns={brands.length}>
      <tr className="border-t">
        <th scope="row" className={classes(nameClasses, 'align-top')}>
          <Tip tip="Of the 20 tags that a brand uses most, those that no ad of the others has.">Its own</Tip>
        </th>
        {brands.map(({ advertiserId, distinctTags }) => (
          <td key={advertiserId} className="px-3 py-2 align-top">
            {distinctTags.length === 0 ? (
              <span className="text-quiet">None</span>
            ) : (
              <ul className="flex flex-wrap gap-1">
                {distinctTags.map(({ tagDefinitionId, shortText, share }) => (
                  <li key={tagDefinitionId} className="max-w-full">
                    <Chip>
                      {shortText} {formatShare(share)}
                    </Chip>
                  </li>
                ))}
              </ul>
            )}
          </td>
        ))}
      </tr>
    </Group>
  );
}
