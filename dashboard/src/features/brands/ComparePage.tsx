import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { GitCompareArrows, Plus } from 'lucide-react';
import { useState } from 'react';
import { httpStatus, getSuggestions, unknownName } from '../../lib/errors.ts';
import { Button } from '../../ui/Button.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { Page } from '../../ui/Page.tsx';
import { Popover } from '../../ui/Popover.tsx';
import { QueryView } from '../../ui/QueryView.tsx';
import { Empty, ErrorPanel, Loading, Skeleton } from '../../ui/states.tsx';
import { BrandCombobox } from '../ads/BrandCombobox.tsx';
import { AdsFilters } from './AdsFilters.tsx';
import { ComparedBrands } from './ComparedBrands.tsx';
import { ComparedTable } from './ComparedTable.tsx';
import { OnlyOne } from './OnlyOne.tsx';
import { compareQuery, type CompareSearch, maxCompared } from './search.ts';
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
  const [first] = names;
  const add = (name: string): void => change({ names: [...names, name] });
  const remove = (name: string): void => change({ names: names.filter((one) => one !== name) });
  return (
    <Page
      title={copy.title}
      actions={names.length > 1 && names.length < maxCompared && <BrandPicker names={names} onPick={add} />}
      filters={names.length > 1 && <AdsFilters search={search} onChange={change} names={names} />}
    >
      {names.length < 2 ? (
        <>
          {first !== undefined && (
            <p>
              <Chip variant="accent" onRemove={() => remove(first)} removeLabel={adsCopy.remove(first)}>
                {first}
              </Chip>
            </p>
          )}
          <Empty
            icon={<GitCompareArrows size={24} aria-hidden />}
            action={<BrandPicker names={names} onPick={add} />}
          >
            {first === undefined ? copy.addFirst : copy.addSecond(first)}
          </Empty>
        </>
      ) : (
        <Compared search={search} onNames={(next) => change({ names: next })} onRemove={remove} />
      )}
    </Page>
  );
}

interface ComparedProps {
  readonly search: CompareSearch;
  readonly onNames: (names: readonly string[]) => void;
  readonly onRemove: (name: string) => void;
}

function Compared({ search, onNames, onRemove }: ComparedProps) {
  const compared = useQuery({ ...compareQuery(search), placeholderData: keepPreviousData });
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
          action={<Suggestions error={error} names={search.names ?? []} onNames={onNames} />}
        />
      )}
    >
      {(loaded) => (
        <>
          <ComparedBrands brands={loaded.advertisers} search={search} onRemove={onRemove} />
          <OnlyOne brands={loaded.advertisers} search={search} />
          <ComparedTable compared={loaded} isStale={compared.isPlaceholderData} search={search} />
        </>
      )}
    </QueryView>
  );
}

interface SuggestionsProps extends Pick<ComparedProps, 'onNames'> {
  readonly error: unknown;
  readonly names: readonly string[];
}

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
