import { Download, FolderInput, Save, Trash2, X, CircleMinus } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { SavedAd } from '../../api/types.ts';
import { Button, IconButton } from '../../parts/Button.tsx';
import { leaveFocus } from '../../parts/takeFocus.ts';
import { tellError } from '../../parts/toast.tsx';
import { counted, formatNumber } from '../../words/format.ts';
import { exportChosen } from './exportChosen.ts';
import { type BoardSearch, exportAddress } from './search.ts';
import type { AdAct, Wall } from './wall.ts';

interface SelectionBarProps {
  readonly ads: readonly SavedAd[];
  readonly wall: Wall;
  readonly search: BoardSearch;
  readonly onChooseAll: () => void;
}

/** What can be done to all ads that are chosen. */
export function SelectionBar({ ads, wall, search, onChooseAll }: SelectionBarProps) {
  const chosen = ads.filter(({ hash }) => wall.chosen.has(hash));
  if (chosen.length === 0) return null;
  return (
    <section
      ref={leaveFocus}
      aria-label="Chosen ads"
      className="appear fixed inset-x-2 bottom-18 z-20 mx-auto flex w-fit flex-wrap items-center gap-x-3 gap-y-1 rounded-lg border bg-card p-2 pl-4 shadow-float sm:bottom-4 sm:left-18 lg:left-58"
    >
      <p aria-live="polite" className="font-semibold whitespace-nowrap">
        {counted(chosen.length, 'ad')} chosen
      </p>
      {chosen.length < ads.length && (
        <button type="button" onClick={onChooseAll} className="rounded-sm text-accent hover:underline">
          Choose all {formatNumber(ads.length)} loaded
        </button>
      )}
      <div className="flex flex-wrap items-center">
        <Acts chosen={chosen} wall={wall} />
        <ExportChosen chosen={chosen} wall={wall} search={search} />
        <IconButton label="Choose none" onClick={wall.clear}>
          <X size={16} aria-hidden />
        </IconButton>
      </div>
    </section>
  );
}

interface ActsProps {
  readonly chosen: readonly SavedAd[];
  readonly wall: Wall;
}

function Acts({ chosen, wall: { board, isEditable, deletableCopy, act } }: ActsProps) {
  const button = (what: AdAct, name: string, icon: ReactNode): ReactNode => (
    <Button look="quiet" aria-label={name} title={name} onClick={() => act(what, chosen)}>
      {icon}
      <span className="hidden xl:inline">{name}</span>
    </Button>
  );
  return (
    <>
      {button('save', 'Save to board', <Save size={16} aria-hidden />)}
      {board !== null && isEditable && button('move', 'Move to board', <FolderInput size={16} aria-hidden />)}
      {board !== null &&
        isEditable &&
        button('remove', 'Remove from board', <CircleMinus size={16} aria-hidden />)}
      {chosen.every((ad) => deletableCopy(ad) !== null) &&
        button('delete', 'Delete', <Trash2 size={16} aria-hidden />)}
    </>
  );
}

function ExportChosen({ chosen, wall, search }: ActsProps & { readonly search: BoardSearch }) {
  const [isBusy, setBusy] = useState(false);
  const save = async (): Promise<void> => {
    setBusy(true);
    const hashes = new Set(chosen.map(({ hash }) => hash));
    await exportChosen(exportAddress(wall.board?.id ?? 'ALL', search), hashes).catch(tellError);
    setBusy(false);
  };
  return (
    <Button look="quiet" busy={isBusy} aria-label="Export" title="Export as CSV" onClick={() => void save()}>
      <Download size={16} aria-hidden />
      <span className="hidden xl:inline">Export</span>
    </Button>
  );
}
