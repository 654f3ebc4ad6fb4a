import { Save } from 'lucide-react';
import { useState } from 'react';
import type { FoundAd } from '../../../lib/api/types.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { toastError } from '../../../ui/toast.tsx';
import { BoardPicker } from '../BoardPicker.tsx';
import { saveAds } from '../bulkActions.ts';
import { adsCopy } from '../copy.ts';
import { useSave } from '../saving.tsx';
import { listSelected, type useSelection } from '../selection.ts';
import { SelectionPanel } from '../Selection.tsx';

const copy = adsCopy.bulk;

interface BulkSaveProps extends Omit<ReturnType<typeof useSelection>, 'toggle'> {
  readonly ads: readonly FoundAd[];
}

/** The bar that saves the selected ads to a board. */
export function BulkSave({ ads, selection, clear, selectAll }: BulkSaveProps) {
  const [isChoosing, setChoosing] = useState(false);
  const { boards = [] } = useSave();
  const selected = listSelected(selection, ads);
  if (selected.length === 0) return null;
  return (
    <>
      <SelectionPanel count={selected.length} total={ads.length} onSelectAll={selectAll} onClear={clear}>
        <Button variant="primary" onClick={() => setChoosing(true)}>
          <Save size={16} aria-hidden /> {copy.saveToBoard}
        </Button>
      </SelectionPanel>
      <Dialog open={isChoosing} onOpenChange={setChoosing} title={copy.saveTitle(selected.length)}>
        <BoardPicker
          boards={boards}
          onPick={(board) => {
            setChoosing(false);
            clear();
            saveAds(selected, board).catch(toastError);
          }}
        />
      </Dialog>
    </>
  );
}
