import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Logo } from '../ads/Logo.tsx';
import { useBrandSearch } from '../ads/useBrandSearch.ts';
import { api } from '../../lib/api/client.ts';
import { Chip } from '../../ui/Chip.tsx';
import { type Choice, Combobox } from '../../ui/Combobox.tsx';
import { Popover } from '../../ui/Popover.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { ErrorLine } from '../../ui/states.tsx';
import { plural } from '../../lib/format.ts';
import { Slot } from './Slot.tsx';
import { describeCompanies } from './sentence.ts';
import type { SlotsProps } from './Sentence.tsx';

const whose = [
  { value: 'followed', label: 'Followed' },
  { value: 'any', label: 'Any' },
  { value: 'named', label: 'Specific' },
] as const;
type Whose = (typeof whose)[number]['value'];

/** The followed brands, any, or some by name. */
export function CompaniesSlot({ draft: { companyNames }, issues, onChange }: SlotsProps) {
  const isFollowed = companyNames === 'FOLLOWED';
  const names = isFollowed ? [] : companyNames;
  const [isNaming, setIsNaming] = useState(names.length > 0);
  const value: Whose = isFollowed ? 'followed' : isNaming || names.length > 0 ? 'named' : 'any';
  return (
    <Popover
      label="Brands"
      className="w-96"
      trigger={
        <Slot
          label="Brands"
          text={describeCompanies(companyNames)}
          isInvalid={issues.some(({ path }) => path.startsWith('companyNames'))}
        />
      }
    >
      <div className="flex flex-col gap-3">
        <Segmented<Whose>
          label="Which brands"
          value={value}
          options={whose}
          onChange={(selected) => {
            setIsNaming(selected === 'named');
            onChange({ companyNames: selected === 'followed' ? 'FOLLOWED' : [] });
          }}
        />
        {value === 'followed' && <p className="text-quiet">Updates as you follow and unfollow brands.</p>}
        {value === 'any' && <p className="text-quiet">Every brand with ads here.</p>}
        {value === 'named' && (
          <NamedCompanies names={names} onChange={(next) => onChange({ companyNames: next })} />
        )}
      </div>
    </Popover>
  );
}

interface NamedCompaniesProps {
  readonly names: readonly string[];
  readonly onChange: (names: string[]) => void;
}

function NamedCompanies({ names, onChange }: NamedCompaniesProps) {
  const [typed, setTyped] = useState('');
  const { companies, isMissing, error } = useOffered(typed.trim());
  const isNew = (one: string): boolean => !names.some((known) => known.toLowerCase() === one.toLowerCase());
  const choices: Choice[] = companies
    .filter(({ name }) => isNew(name))
    .map((company) => ({
      key: company.name,
      content: <Offered {...company} />,
      pick: () => {
        onChange([...names, company.name]);
        setTyped('');
      },
    }));
  return (
    <>
      {names.length > 0 && (
        <ul aria-label="Selected brands" className="flex flex-wrap gap-1.5">
          {names.map((one) => (
            <li key={one} className="min-w-0">
              <Chip
                variant="accent"
                removeLabel={`Remove ${one}`}
                onRemove={() => onChange(names.filter((other) => other !== one))}
              >
                {one}
              </Chip>
            </li>
          ))}
        </ul>
      )}
      <Combobox
        label="Find a brand"
        listLabel="Brands"
        typed={typed}
        onType={setTyped}
        maxLength={200}
        choices={choices}
      >
        {error !== null && <ErrorLine error={error} />}
        {isMissing && <p className="px-2 text-quiet">No brands found.</p>}
      </Combobox>
    </>
  );
}

interface OfferedCompany {
  readonly name: string;
  readonly brandLogo: string | null;
  readonly adCount: number;
}

/** Brands matching the typed name; the followed ones before anything is typed. */
function useOffered(typed: string) {
  const followed = useQuery(api.companies.listFollowed.queryOptions());
  const found = useBrandSearch(typed, 6);
  const companies: readonly OfferedCompany[] =
    typed === ''
      ? (followed.data ?? []).map(({ companyName, brandLogo, adCount }) => ({
          name: companyName,
          brandLogo,
          adCount,
        }))
      : (found.data?.companies ?? []);
  return {
    companies,
    isMissing: typed !== '' && found.data?.companies.length === 0,
    error: typed === '' ? null : found.error,
  };
}

function Offered({ name, brandLogo, adCount }: OfferedCompany) {
  return (
    <>
      <Logo name={name} url={brandLogo} size={24} />
      <span dir="auto" className="min-w-0 flex-1 truncate text-left">
        {name}
      </span>
      <span className="text-xs text-quiet">{plural(adCount, 'ad')}</span>
    </>
  );
}
