import { Download } from 'lucide-react';
import type { Board } from '../../lib/api/types.ts';
import { buttonClasses } from '../../ui/Button.tsx';
import { TipOn } from '../../ui/Tip.tsx';
import { type BoardSearch, exportAddress } from './search.ts';
import { boardsCopy } from './copy.ts';

const copy = boardsCopy.board;

interface ExportButtonProps {
  readonly board: Board | null;
  readonly search: BoardSearch;
}

/** Exports all ads that match the filters as CSV. */
export function ExportButton({ board, search }: ExportButtonProps) {
  return (
    <TipOn tip={copy.exportTip}>
      <a href={exportAddress(board?.id ?? 'ALL', search)} download className={buttonClasses()}>
        <Download size={16} aria-hidden /> {copy.export}
      </a>
    </TipOn>
  );
}
