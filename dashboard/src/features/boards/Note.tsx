import { textLimits } from '@magpie/contract/limits';
import { useMutation } from '@tanstack/react-query';
import { StickyNote } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { savedAdQueries } from '../../lib/api/boards.ts';
import { api } from '../../lib/api/client.ts';
import type { SavedAd } from '../../lib/api/types.ts';
import { Button } from '../../ui/Button.tsx';
import { TextArea } from '../../ui/fields.tsx';
import { autoFocus } from '../../ui/focus.ts';
import { toastError } from '../../ui/toast.tsx';
import { boardsCopy } from './copy.ts';
import { uiCopy } from '../../ui/copy.ts';

const copy = boardsCopy.savedAds;

interface NoteProps {
  readonly ad: SavedAd;
  readonly isEditable: boolean;
}

export function Note({ ad, isEditable }: NoteProps) {
  const [state, setState] = useState<'shown' | 'editing' | 'edited'>('shown');
  if (state === 'editing') return <NoteForm ad={ad} onEnd={() => setState('edited')} />;
  if (!isEditable) return ad.note === null ? null : <p className={noteClasses}>{ad.note}</p>;
  const editProps = {
    ...(state === 'edited' && { ref: autoFocus }),
    onClick: () => setState('editing'),
  };
  return ad.note === null ? (
    <button
      type="button"
      {...editProps}
      className="flex items-center gap-1.5 self-start rounded-sm text-xs text-quiet hover:text-ink"
    >
      <StickyNote size={12} aria-hidden /> {copy.addNote}
    </button>
  ) : (
    <button type="button" title={copy.editNote} {...editProps} className={noteClasses}>
      <span className="sr-only">{copy.notePrefix} </span>
      {ad.note}
    </button>
  );
}

const noteClasses =
  'line-clamp-4 w-full rounded-sm border-l-2 border-l-warn bg-warn-soft px-2 py-1 text-left text-xs whitespace-pre-line';

function NoteForm({ ad, onEnd }: { readonly ad: SavedAd; readonly onEnd: () => void }) {
  const [note, setNote] = useState(ad.note ?? '');
  const write = useMutation(
    api.ads.setNote.mutationOptions({
      onError: toastError,
      onSuccess: onEnd,
      meta: { invalidates: savedAdQueries },
    }),
  );
  const save = (): void => write.mutate({ hash: ad.hash, note });
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') {
      event.stopPropagation();
      onEnd();
    }
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) save();
  };
  return (
    <div className="flex w-full flex-col gap-2">
      <TextArea
        hideLabel
        label={copy.note}
        ref={autoFocus}
        value={note}
        maxLength={textLimits.note}
        placeholder={copy.notePlaceholder}
        onChange={({ target }) => setNote(target.value)}
        onKeyDown={onKeyDown}
      />
      <div className="flex gap-2">
        <Button variant="primary" busy={write.isPending} onClick={save}>
          {copy.saveNote}
        </Button>
        <Button variant="quiet" onClick={onEnd}>
          {uiCopy.cancel}
        </Button>
      </div>
    </div>
  );
}
