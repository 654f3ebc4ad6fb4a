import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { GitCompareArrows, Plus } from 'lucide-react';
import { useState } from 'react';
import { api } from '../../lib/api/client.ts';
import { todayInUtc } from '../../lib/days.ts';
import { httpStatus, getSuggestions, unknownName } from '../../lib/errors.ts';
import { Button } from '../../ui/Button.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { Page } from '../../ui/Page.tsx';
import { Popover } from '../../ui/Popover.tsx';
import { QueryView } from '../../ui/QueryView.tsx';
import { Empty, ErrorPanel, Loading, Skeleton } from '../../ui/states.tsx';
import { BrandCombobox } from '../ads/BrandCombobox.tsx';
import { AdsFilters } from './AdsFilters.tsx';
import { ComparedTable } from './ComparedTable.tsx';
import { type BrandFilters, type CompareSearch, toBrandFilters, maxCompared } from './search.ts';
import { adsCopy } from '../ads/copy.ts';
import { brandsCopy } from './copy.ts';

const copy = brandsCopy.comparison;

const route = getRouteApi('/shell/compare');

export function ComparePage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const names = search.names ?? [];
  const change = (changed: CompareSearch): void => {
    void navigate({ search: (before) => ({ ...before, ...changed }), replace: true, resetScroll: false });
  };
  const remove = (name: string): void => change({ names: names.filter((one) => one !== name) });
  return (
    <Page
      title={copy.title}
      actions={
        names.length > 1 &&
        names.length < maxCompared && (
          <BrandPicker names={names} onPick={(name) => change({ names: [...names, name] })} />
        )
      }
      filters={names.length > 1 && <AdsFilters search={search} onChange={change} names={names} />}
    >
      {names.length < 2 ? (
        <TooFew names={names} onPick={(name) => change({ names: [...names, name] })} onRemove={remove} />
      ) : (
        <Compared
          names={names}
          filters={toBrandFilters(search, todayInUtc())}
          onNames={(next) => change({ names: next })}
          onRemove={remove}
        />
      )}
    </Page>
  );
}

interface TooFewProps {
  readonly names: readonly string[];
  readonly onPick: (name: string) => void;
  readonly onRemove: (name: string) => void;
}

function TooFew({ names, onPick, onRemove }: TooFewProps) {
  const [name] = names;
  return (
    <>
      {name !== undefined && (
        <p>
          <Chip variant="accent" onRemove={() => onRemove(name)} removeLabel={adsCopy.remove(name)}>
            {name}
          </Chip>
        </p>
      )}
      <Empty
        icon={<GitCompareArrows size={24} aria-hidden />}
        action={<BrandPicker names={names} onPick={onPick} />}
      >
        {name === undefined ? copy.addFirst : copy.addSecond(name)}
      </Empty>
    </>
  );
}

interface ComparedProps {
  readonly names: readonly string[];
  readonly filters: BrandFilters;
  readonly onNames: (names: readonly string[]) => void;
  readonly onRemove: (name: string) => void;
}

function Compared({ names, filters, onNames, onRemove }: ComparedProps) {
  const compared = useQuery({
    ...api.brandSpy.compare.queryOptions({ companyNames: [...names], ...filters }),
    placeholderData: keepPreviousData,
  });
  return (
    <QueryView
      query={compared}
      loading={
        <Loading label={copy.loading}>
          <Skeleton className="h-160" />
        </Loading>
      }
      renderError={(error, retry) => (
        <ErrorPanel
          error={error}
          {...(httpStatus(error) !== 404 && { onRetry: retry })}
          action={<Suggestions error={error} {...{ names, onNames }} />}
        />
      )}
    >
      {(loaded) => (
        <ComparedTable compared={loaded} isStale={compared.isPlaceholderData} onRemove={onRemove} />
      )}
    </QueryView>
  );
}

interface SuggestionsProps extends Pick<ComparedProps, 'names' | 'onNames'> {
  readonly error: unknown;
}

/** Offers to replace or remove an unknown name. */
function Suggestions({ error, names, onNames }: SuggestionsProps) {
  const unknown = names.find((name) => name === unknownName(error));
  if (unknown === undefined) return null;
  const others = names.filter((name) => name !== unknown);
  return (
    <div className="flex flex-wrap gap-2">
      {getSuggestions(error).map((suggestion) => (
        <Button
          key={suggestion}
          onClick={() => onNames(names.map((name) => (name === unknown ? suggestion : name)))}
        >
          {copy.use(suggestion)}
        </Button>
      ))}
      <Button onClick={() => onNames(others)}>{adsCopy.remove(unknown)}</Button>
    </div>
  );
}

interface BrandPickerProps {
  readonly names: readonly string[];
  readonly onPick: (name: string) => void;
}

function BrandPicker({ names, onPick }: BrandPickerProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover
      label={copy.addBrand}
      open={isOpen}
      onOpenChange={setOpen}
      className="w-80"
      trigger={
        <Button variant={names.length < 2 ? 'primary' : 'plain'}>
          <Plus size={16} aria-hidden /> {copy.addBrand}
        </Button>
      }
    >
      <BrandCombobox
        label={brandsCopy.searchBrands}
        placeholder={brandsCopy.searchPlaceholder}
        selected={names}
        onPick={(name) => {
          setOpen(false);
          onPick(name);
        }}
      />
    </Popover>
  );
}
