import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Logo } from '../ads/Logo.tsx';
import { useBrandSearch } from '../ads/useBrandSearch.ts';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/fields.tsx';
import { Popover } from '../../ui/Popover.tsx';
import { ErrorLine, Skeleton } from '../../ui/states.tsx';
import { plural } from '../../lib/format.ts';
import { isSameName } from './search.ts';

interface BrandPickerProps {
  /** Already selected brands. */
  readonly names: readonly string[];
  readonly onPick: (name: string) => void;
}

export function BrandPicker({ names, onPick }: BrandPickerProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover
      label="Add brand"
      open={isOpen}
      onOpenChange={setOpen}
      className="w-80"
      trigger={
        <Button variant={names.length < 2 ? 'primary' : 'plain'}>
          <Plus size={16} aria-hidden /> Add brand
        </Button>
      }
    >
      <Choices
        names={names}
        onPick={(name) => {
          setOpen(false);
          onPick(name);
        }}
      />
    </Popover>
  );
}

function Choices({ names, onPick }: BrandPickerProps) {
  const [typed, setTyped] = useState('');
  const found = useBrandSearch(typed, 8);
  const companies = found.data?.companies.filter(
    (company) => !names.some((name) => isSameName(name, company.name)),
  );
  return (
    <div className="flex flex-col gap-2">
      <TextField
        hideLabel
        label="Search brands"
        type="search"
        placeholder="Name or website"
        autoComplete="off"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={({ key }) => {
          const first = companies?.[0];
          if (key === 'Enter' && first !== undefined) onPick(first.name);
        }}
      />
      {found.isError && <ErrorLine error={found.error} />}
      {typed.trim() !== '' && companies === undefined && !found.isError && <Skeleton className="h-40" />}
      {typed.trim() !== '' && companies?.length === 0 && <p className="text-quiet">No brands found.</p>}
      {typed.trim() !== '' && (
        <ul className="flex flex-col">
          {companies?.map(({ advertiserId, name, brandLogo, adCount }) => (
            <li key={advertiserId}>
              <button
                type="button"
                onClick={() => onPick(name)}
                className="flex w-full items-center gap-2 rounded-sm px-2 py-1.5 text-left hover:bg-sunk focus-visible:-outline-offset-2"
              >
                <Logo name={name} url={brandLogo} size={24} />
                <span className="min-w-0 flex-1 truncate">{name}</span>
                <span className="text-xs text-quiet">{plural(adCount, 'ad')}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
