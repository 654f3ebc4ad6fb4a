import { Download } from 'lucide-react';
import type { Board } from '../../api/types.ts';
import { buttonClasses } from '../../parts/Button.tsx';
import { TipOn } from '../../parts/Tip.tsx';
import { type BoardSearch, exportAddress } from './search.ts';

interface ExportButtonProps {
  readonly board: Board | null;
  readonly search: BoardSearch;
}

/** The ads that the page shows, all of them, as a file for a spreadsheet. */
export function ExportButton({ board, search }: ExportButtonProps) {
  return (
    <TipOn tip="A CSV file of the ads that the filters leave, with their texts, numbers and notes.">
      <a href={exportAddress(board?.id ?? 'ALL', search)} download className={buttonClasses()}>
        <Download size={16} aria-hidden /> Export
      </a>
    </TipOn>
  );
}
