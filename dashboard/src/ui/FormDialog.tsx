import type { FormEvent, ReactNode } from 'react';
import { Button } from './Button.tsx';
import { Dialog, DialogActions } from './Dialog.tsx';
import { readForm } from '../lib/readForm.ts';
import { ErrorLine } from './states.tsx';
import { uiCopy } from './copy.ts';

interface FormDialogProps {
  readonly title: string;
  readonly description?: ReactNode | undefined;
  /** The fields; `onSubmit` reads them by name. */
  readonly children: ReactNode;
  readonly action: string;
  readonly save: { readonly isPending: boolean; readonly error: unknown };
  readonly onSubmit: (field: (name: string) => string) => void;
  readonly onClose: () => void;
}

/** A dialog with a form; stays open while it is submitted and shows its error. */
export function FormDialog(props: FormDialogProps) {
  const { title, description, children, action, save, onSubmit, onClose } = props;
  return (
    <Dialog open onOpenChange={onClose} title={title} description={description}>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event: FormEvent<HTMLFormElement>) => onSubmit(readForm(event))}
      >
        {children}
        {save.error !== null && <ErrorLine error={save.error} />}
        <DialogActions>
          <Button onClick={onClose}>{uiCopy.cancel}</Button>
          <Button type="submit" variant="primary" busy={save.isPending}>
            {action}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
