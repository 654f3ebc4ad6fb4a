import { Link } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { languageName } from '../../lib/format.ts';
import { formatNames, platformNames } from '../../lib/labels.ts';
import { IconButton } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { Logo } from '../ads/Logo.tsx';
import {
  DistinctTagRow,
  MixRows,
  nameClasses,
  NumberRows,
  SharedTagRows,
  TempoRows,
} from './ComparedRows.tsx';
import type { Compared, ComparedBrand } from './compare.ts';

interface ComparedTableProps {
  readonly compared: Compared;
  /** Placeholder data of the previous filters. */
  readonly isStale: boolean;
  readonly onRemove: (name: string) => void;
}

/** One column per brand. On narrow screens it scrolls horizontally with fixed row names. */
export function ComparedTable({ compared, isStale, onRemove }: ComparedTableProps) {
  const { advertisers: brands, sharedTags } = compared;
  return (
    <section
      aria-label="Comparison"
      // Focusable, so that it can be scrolled by keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className="relative overflow-x-auto rounded-md border bg-card xl:overflow-visible"
    >
      <table className={classes('w-full table-fixed border-collapse', isStale && 'opacity-55')}>
        <colgroup>
          <col className="w-26 sm:w-48" />
          {brands.map(({ advertiserId }) => (
            <col key={advertiserId} className="w-28 sm:w-40" />
          ))}
        </colgroup>
        <thead className="bg-card xl:sticky xl:top-14 xl:z-15 xl:shadow-[0_1px_0_var(--color-line)]">
          <tr>
            <th scope="col" className={nameClasses}>
              <span className="sr-only">Metric</span>
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
