import { Download } from 'lucide-react';
import type { Board } from '../../lib/api/types.ts';
import { buttonClasses } from '../../ui/Button.tsx';
import { TipOn } from '../../ui/Tip.tsx';
import { type BoardSearch, exportAddress } from './search.ts';

interface ExportButtonProps {
  readonly board: Board | null;
  readonly search: BoardSearch;
}

/** Exports all ads that match the filters as CSV. */
export function ExportButton({ board, search }: ExportButtonProps) {
  return (
    <TipOn tip="Download the filtered ads as CSV, with copy, numbers and notes">
      <a href={exportAddress(board?.id ?? 'ALL', search)} download className={buttonClasses()}>
        <Download size={16} aria-hidden /> Export
      </a>
    </TipOn>
  );
}
