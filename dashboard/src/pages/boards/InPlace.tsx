import { Pencil } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { Button, IconButton } from '../../parts/Button.tsx';
import { TextArea, TextField } from '../../parts/fields.tsx';
import { takeFocus } from '../../parts/takeFocus.ts';
import { tellError } from '../../parts/toast.tsx';

interface InPlaceProps {
  /** "Name" */
  readonly label: string;
  /** The verb of the pencil: "Rename" */
  readonly edit: string;
  readonly value: string;
  readonly maxLength: number;
  readonly isLong?: boolean;
  readonly onSave: (value: string) => Promise<unknown>;
  /** How it is shown while nobody writes. */
  readonly children: ReactNode;
}

/** Words that are changed where they stand: by the pencil, with Enter to keep and Escape to leave them. */
export function InPlace(props: InPlaceProps) {
  const [state, setState] = useState<'shown' | 'writing' | 'written'>('shown');
  if (state === 'writing') return <InPlaceForm {...props} onEnd={() => setState('written')} />;
  return (
    <div className="flex min-w-0 items-start gap-1">
      {props.children}
      <IconButton
        label={props.edit}
        {...(state === 'written' && { ref: takeFocus })}
        onClick={() => setState('writing')}
        className="size-8! shrink-0 text-quiet"
      >
        <Pencil size={14} aria-hidden />
      </IconButton>
    </div>
  );
}

function InPlaceForm({
  label,
  value,
  maxLength,
  isLong = false,
  onSave,
  onEnd,
}: InPlaceProps & { readonly onEnd: () => void }) {
  const [typed, setTyped] = useState(value);
  const [isBusy, setBusy] = useState(false);
  const save = async (): Promise<void> => {
    setBusy(true);
    try {
      await onSave(typed);
      onEnd();
    } catch (error) {
      tellError(error);
      setBusy(false);
    }
  };
  const field = {
    bare: true,
    label,
    value: typed,
    maxLength,
    className: 'w-96 max-w-full flex-1',
    onChange: ({ target }: { readonly target: { readonly value: string } }) => setTyped(target.value),
    onKeyDown: ({ key, ctrlKey, metaKey }: KeyboardEvent) => {
      if (key === 'Escape') onEnd();
      if (isLong && key === 'Enter' && (ctrlKey || metaKey)) void save();
    },
  };
  return (
    <form
      className="flex max-w-2xl flex-wrap items-start gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      {isLong ? <TextArea {...field} ref={takeFocus} /> : <TextField {...field} required ref={takeFocus} />}
      <Button look="primary" type="submit" busy={isBusy} disabled={!isLong && typed.trim() === ''}>
        Save
      </Button>
      <Button look="quiet" onClick={onEnd}>
        Cancel
      </Button>
    </form>
  );
}
