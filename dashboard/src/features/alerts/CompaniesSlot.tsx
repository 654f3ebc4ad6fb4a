import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { BrandCombobox } from '../ads/BrandCombobox.tsx';
import { api } from '../../lib/api/client.ts';
import { Chip } from '../../ui/Chip.tsx';
import { Popover } from '../../ui/Popover.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { Slot, type SlotsProps } from './Slot.tsx';
import { describeCompanies } from './sentence.ts';

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
  const followed = useQuery(api.companies.listFollowed.queryOptions());
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
      <BrandCombobox
        label="Find a brand"
        selected={names}
        suggestions={followed.data?.map(({ companyName, brandLogo, adCount }) => ({
          name: companyName,
          brandLogo,
          adCount,
        }))}
        onPick={(name) => onChange([...names, name])}
      />
    </>
  );
}
