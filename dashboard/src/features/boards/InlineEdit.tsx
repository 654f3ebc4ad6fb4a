import { Pencil } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { Button, IconButton } from '../../ui/Button.tsx';
import { TextAreaField, TextField } from '../../ui/fields.tsx';
import { autoFocus } from '../../ui/focus.ts';
import { uiCopy } from '../../ui/copy.ts';
import { toastError } from '../../ui/toast.tsx';

interface InlineFormProps {
  readonly label: string;
  readonly value: string;
  readonly maxLength: number;
  readonly placeholder?: string;
  readonly isLong?: boolean;
  readonly action?: string;
  readonly className: string;
  readonly onSave: (value: string) => Promise<unknown>;
}

interface InlineEditProps extends Omit<InlineFormProps, 'className'> {
  readonly edit: string;
  readonly children: ReactNode;
}

export function InlineEdit({ edit, children, ...form }: InlineEditProps) {
  const { isEditing, end, button } = useInlineEdit();
  if (isEditing)
    return <InlineForm {...form} className="flex max-w-2xl flex-wrap items-start gap-2" onEnd={end} />;
  return (
    <div className="flex min-w-0 items-start gap-1">
      {children}
      <IconButton label={edit} {...button} className="size-8! shrink-0 text-quiet">
        <Pencil size={14} aria-hidden />
      </IconButton>
    </div>
  );
}

/** The state of a form that replaces a text; afterwards its button has the focus again. */
export function useInlineEdit() {
  const [state, setState] = useState<'shown' | 'editing' | 'edited'>('shown');
  return {
    isEditing: state === 'editing',
    end: () => setState('edited'),
    button: { ...(state === 'edited' && { ref: autoFocus }), onClick: () => setState('editing') },
  };
}

/** Escape cancels; Enter saves, in a long text with Ctrl or Command. */
export function InlineForm(props: InlineFormProps & { readonly onEnd: () => void }) {
  const { label, value, maxLength, placeholder, isLong = false, action = uiCopy.save } = props;
  const { className, onSave, onEnd } = props;
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
    placeholder,
    ref: autoFocus,
    className: 'w-96 max-w-full flex-1',
    onChange: ({ target }: { readonly target: { readonly value: string } }) => setTyped(target.value),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Escape') {
        event.stopPropagation();
        onEnd();
      }
      if (isLong && event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void save();
    },
  };
  return (
    <form
      className={className}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      {isLong ? <TextAreaField {...field} /> : <TextField {...field} required />}
      <div className="flex gap-2">
        <Button variant="primary" type="submit" busy={isBusy} disabled={!isLong && typed.trim() === ''}>
          {action}
        </Button>
        <Button variant="quiet" onClick={onEnd}>
          {uiCopy.cancel}
        </Button>
      </div>
    </form>
  );
}
