import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../lib/api/client.ts';
import { Popover } from '../../ui/Popover.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { BrandCombobox } from '../ads/BrandCombobox.tsx';
import { alertsCopy } from './copy.ts';
import { describeBrands } from './sentence.ts';
import { RemovableChips, Slot, type SlotsProps } from './Slot.tsx';

const copy = alertsCopy.slots;

const scopes = ['followed', 'any', 'named'] as const;
type Scope = (typeof scopes)[number];

export function BrandsSlot({ draft: { companyNames }, issues, onChange }: SlotsProps) {
  const isFollowed = companyNames === 'FOLLOWED';
  const names = isFollowed ? [] : companyNames;
  const [isNaming, setIsNaming] = useState(names.length > 0);
  const scope: Scope = isFollowed ? 'followed' : isNaming || names.length > 0 ? 'named' : 'any';
  return (
    <Popover
      label={copy.brands}
      className="w-96"
      trigger={
        <Slot
          label={copy.brands}
          text={describeBrands(companyNames)}
          isInvalid={issues.some(({ path }) => path.startsWith('companyNames'))}
        />
      }
    >
      <div className="flex flex-col gap-3">
        <Segmented<Scope>
          label={copy.whichBrands}
          value={scope}
          options={scopes.map((value) => ({ value, label: copy.brandOptions[value] }))}
          onChange={(selected) => {
            setIsNaming(selected === 'named');
            onChange({ companyNames: selected === 'followed' ? 'FOLLOWED' : [] });
          }}
        />
        {scope === 'named' ? (
          <NamedBrands names={names} onChange={(next) => onChange({ companyNames: next })} />
        ) : (
          <p className="text-quiet">{scope === 'followed' ? copy.followedHint : copy.anyHint}</p>
        )}
      </div>
    </Popover>
  );
}

interface NamedBrandsProps {
  readonly names: readonly string[];
  readonly onChange: (names: string[]) => void;
}

function NamedBrands({ names, onChange }: NamedBrandsProps) {
  const followed = useQuery(api.companies.listFollowed.queryOptions());
  return (
    <>
      <RemovableChips label={copy.selectedBrands} values={names} onChange={onChange} />
      <BrandCombobox
        label={copy.findBrand}
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
