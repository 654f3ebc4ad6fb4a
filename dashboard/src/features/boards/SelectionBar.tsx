import { CircleMinus, Download, FolderInput, Images, Save, Tag as TagIcon, Trash2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { SavedAd, Board } from '../../lib/api/types.ts';
import { Button, buttonClasses } from '../../ui/Button.tsx';
import { FormError, notifySignedOut } from '../../lib/api/signIn.ts';
import { SelectionPanel } from '../ads/Selection.tsx';
import { toastError } from '../../ui/toast.tsx';
import { type BoardSearch, exportUrl } from './search.ts';
import type { AdAction, Wall } from './wall.ts';
import { boardsCopy } from './copy.ts';
import { adsCopy } from '../ads/copy.ts';
import { uiCopy } from '../../ui/copy.ts';
import { tipOn } from '../../ui/Tip.tsx';

const copy = boardsCopy.actions;

interface SelectionBarProps {
  readonly ads: readonly SavedAd[];
  readonly wall: Wall;
  readonly search: BoardSearch;
  readonly onSelectAll: () => void;
}

export function SelectionBar({ ads, wall, search, onSelectAll }: SelectionBarProps) {
  const selectedAds = ads.filter(({ hash }) => wall.selected.has(hash));
  if (selectedAds.length === 0) return null;
  return (
    <SelectionPanel
      count={selectedAds.length}
      total={ads.length}
      onSelectAll={onSelectAll}
      onClear={wall.clear}
    >
      <Actions selectedAds={selectedAds} wall={wall} />
      <ExportSelected selectedAds={selectedAds} wall={wall} search={search} />
    </SelectionPanel>
  );
}

interface ActionsProps {
  readonly selectedAds: readonly SavedAd[];
  readonly wall: Wall;
}

function Actions({
  selectedAds,
  wall: { board, isEditable, isRemovable, deletableCopy, editableCopy, act },
}: ActionsProps) {
  const button = (what: AdAction, name: string, icon: ReactNode): ReactNode => (
    <Button variant="quiet" aria-label={name} title={name} onClick={() => act(what, selectedAds)}>
      {icon}
      <span className="hidden xl:inline">{name}</span>
    </Button>
  );
  return (
    <>
      {button('save', adsCopy.bulk.saveToBoard, <Save size={16} aria-hidden />)}
      {editableCopy(selectedAds) !== null &&
        button('organize', adsCopy.labels.action, <TagIcon size={16} aria-hidden />)}
      {board !== null && isEditable && (
        <>
          {button('move', copy.moveToBoard, <FolderInput size={16} aria-hidden />)}
          {isRemovable && button('remove', copy.removeFromBoard, <CircleMinus size={16} aria-hidden />)}
        </>
      )}
      {selectedAds.every((ad) => deletableCopy(ad) !== null) &&
        button('delete', uiCopy.delete, <Trash2 size={16} aria-hidden />)}
    </>
  );
}

function ExportSelected({ selectedAds, wall, search }: ActionsProps & { readonly search: BoardSearch }) {
  const [isBusy, setBusy] = useState(false);
  const save = async (): Promise<void> => {
    setBusy(true);
    try {
      const ads = await wall.loadAds(selectedAds);
      await exportSelected(exportUrl(wall.board?.id ?? 'ALL', search), new Set(ads.map(({ hash }) => hash)));
    } catch (error) {
      toastError(error);
    }
    setBusy(false);
  };
  return (
    <Button
      variant="quiet"
      busy={isBusy}
      aria-label={copy.export}
      title={copy.exportAsCsv}
      onClick={() => void save()}
    >
      <Download size={16} aria-hidden />
      <span className="hidden xl:inline">{copy.export}</span>
    </Button>
  );
}

export function ExportButton({
  board,
  search,
}: {
  readonly board: Board | null;
  readonly search: BoardSearch;
}) {
  return (
    <a
      {...tipOn(boardsCopy.board.exportTip)}
      href={exportUrl(board?.id ?? 'ALL', search)}
      download
      className={buttonClasses()}
    >
      <Download size={16} aria-hidden /> <span className="max-sm:sr-only">{boardsCopy.board.export}</span>
    </a>
  );
}

/** The kept images and videos of a board. */
export function CreativesButton({ board }: { readonly board: Board }) {
  return (
    <a
      {...tipOn(boardsCopy.board.creativesTip)}
      href={`/api/export/creatives.zip?boardId=${board.id}`}
      download
      className={buttonClasses()}
    >
      <Images size={16} aria-hidden /> <span className="max-sm:sr-only">{boardsCopy.board.creatives}</span>
    </a>
  );
}

/** The lines of a CSV file; a line break within quotes does not end a line. */
function splitLines(csv: string): readonly string[] {
  return csv.match(/(?:"[^"]*"|[^"\r\n])+/g) ?? [];
}

/** The header and the lines of the selected ads; the first cell of each line is the hash. */
export function filterLines(csv: string, hashes: ReadonlySet<string>): string {
  const [head = '', ...lines] = splitLines(csv);
  const selectedLines = lines.filter((line) =>
    hashes.has(line.slice(0, line.indexOf(',')).replaceAll('"', '')),
  );
  return [head, ...selectedLines, ''].join('\r\n');
}

async function exportSelected(exportPath: string, hashes: ReadonlySet<string>): Promise<void> {
  const response = await fetch(exportPath);
  if (response.status === 401) notifySignedOut();
  if (!response.ok) throw new FormError(response.status, copy.exportFailed);
  // Spreadsheets need the byte order mark to detect UTF-8; `text()` removes it.
  const csv = `\u{FEFF}${filterLines(await response.text(), hashes)}`;
  const url = URL.createObjectURL(new Blob([csv], { type: 'text/csv;charset=utf-8' }));
  const link = Object.assign(document.createElement('a'), { href: url, download: 'saved-ads.csv' });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
