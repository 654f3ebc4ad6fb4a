import { Pencil } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { Button, IconButton } from '../../ui/Button.tsx';
import { TextArea, TextField } from '../../ui/fields.tsx';
import { autoFocus } from '../../ui/focus.ts';
import { toastError } from '../../ui/toast.tsx';
import { uiCopy } from '../../ui/copy.ts';

interface InlineEditProps {
  /** "Name" */
  readonly label: string;
  /** The label of the edit button: "Rename" */
  readonly edit: string;
  readonly value: string;
  readonly maxLength: number;
  readonly isLong?: boolean;
  readonly onSave: (value: string) => Promise<unknown>;
  /** Shown while not editing. */
  readonly children: ReactNode;
}

/** Text that is edited in place: Enter saves, Escape cancels. */
export function InlineEdit(props: InlineEditProps) {
  const [state, setState] = useState<'shown' | 'editing' | 'edited'>('shown');
  if (state === 'editing') return <InlineEditForm {...props} onEnd={() => setState('edited')} />;
  return (
    <div className="flex min-w-0 items-start gap-1">
      {props.children}
      <IconButton
        label={props.edit}
        {...(state === 'edited' && { ref: autoFocus })}
        onClick={() => setState('editing')}
        className="size-8! shrink-0 text-quiet"
      >
        <Pencil size={14} aria-hidden />
      </IconButton>
    </div>
  );
}

function InlineEditForm({
  label,
  value,
  maxLength,
  isLong = false,
  onSave,
  onEnd,
}: InlineEditProps & { readonly onEnd: () => void }) {
  const [typed, setTyped] = useState(value);
  const [isBusy, setBusy] = useState(false);
  const save = async (): Promise<void> => {
    setBusy(true);
    try {
      await onSave(typed);
      onEnd();
    } catch (error) {
      toastError(error);
      setBusy(false);
    }
  };
  const field = {
    hideLabel: true,
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
      {isLong ? <TextArea {...field} ref={autoFocus} /> : <TextField {...field} required ref={autoFocus} />}
      <Button variant="primary" type="submit" busy={isBusy} disabled={!isLong && typed.trim() === ''}>
        {uiCopy.save}
      </Button>
      <Button variant="quiet" onClick={onEnd}>
        {uiCopy.cancel}
      </Button>
    </form>
  );
}
