import { Plus } from 'lucide-react';
import { useState } from 'react';
import { BrandCombobox } from '../ads/BrandCombobox.tsx';
import { Button } from '../../ui/Button.tsx';
import { Popover } from '../../ui/Popover.tsx';

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
      <BrandCombobox
        label="Search brands"
        placeholder="Name or website"
        selected={names}
        onPick={(name) => {
          setOpen(false);
          onPick(name);
        }}
      />
    </Popover>
  );
}
