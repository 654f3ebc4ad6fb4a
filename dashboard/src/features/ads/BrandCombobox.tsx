import { textLimits } from '@magpie/contract/limits';
import { useState } from 'react';
import { type ComboboxChoice, Combobox } from '../../ui/Combobox.tsx';
import { ErrorLine, Skeleton } from '../../ui/states.tsx';
import { Logo } from './Logo.tsx';
import { useBrandSearch } from './useBrandSearch.ts';
import { adsCopy } from './copy.ts';

interface OfferedBrand {
  readonly name: string;
  readonly brandLogo: string | null;
  readonly adCount: number;
}

interface BrandComboboxProps {
  readonly label: string;
  readonly placeholder?: string;
  /** Brands that are not offered, since they are selected already. */
  readonly selected: readonly string[];
  readonly suggestions?: readonly OfferedBrand[] | undefined;
  readonly onPick: (name: string) => void;
}

export function BrandCombobox({ label, placeholder, selected, suggestions, onPick }: BrandComboboxProps) {
  const [typed, setTyped] = useState('');
  const { found } = useBrandSearch(typed, 8);
  const isTyped = typed.trim() !== '';
  const offered = isTyped ? found.data?.companies : suggestions;
  const isNew = ({ name }: OfferedBrand): boolean =>
    !selected.some((one) => one.toLowerCase() === name.toLowerCase());
  const choices = (offered ?? []).filter(isNew).map((brand): ComboboxChoice => ({
    key: brand.name,
    content: (
      <>
        <Logo name={brand.name} url={brand.brandLogo} size={24} />
        <span dir="auto" className="min-w-0 flex-1 truncate text-left">
          {brand.name}
        </span>
        <span className="text-xs text-quiet">{adsCopy.ads(brand.adCount)}</span>
      </>
    ),
    pick: () => {
      setTyped('');
      onPick(brand.name);
    },
  }));
  return (
    <Combobox
      label={label}
      placeholder={placeholder}
      listLabel={adsCopy.brands}
      typed={typed}
      onType={setTyped}
      maxLength={textLimits.companyName}
      choices={choices}
    >
      {isTyped && found.error !== null && <ErrorLine error={found.error} />}
      {isTyped && found.data === undefined && found.error === null && <Skeleton className="h-40" />}
      {isTyped && offered?.length === 0 && <p className="px-2 text-quiet">{adsCopy.filters.noBrands}</p>}
    </Combobox>
  );
}
