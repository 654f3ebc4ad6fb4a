import type { FormEvent, ReactNode } from 'react';
import { Button } from './Button.tsx';
import { Dialog, DialogActions } from './Dialog.tsx';
import { classes } from './classes.ts';
import { ErrorLine } from './states.tsx';
import { uiCopy } from './copy.ts';

type ReadField = (name: string) => string;

/** Reads the values of a submitted form by name; a checked checkbox is `on`. */
export function readForm(event: FormEvent<HTMLFormElement>): ReadField {
  event.preventDefault();
  const data = new FormData(event.currentTarget);
  return (name) => {
    const value = data.get(name);
    return typeof value === 'string' ? value : '';
  };
}

interface FormProps {
  readonly children: ReactNode;
  readonly action: string;
  readonly save: { readonly isPending: boolean; readonly error: unknown };
  readonly onSubmit: (field: ReadField, form: HTMLFormElement) => void;
  /** On a settings page: half the width and no primary button, since there are several. */
  readonly isSetting?: boolean;
  readonly onCancel?: () => void;
}

/** Fields, which `onSubmit` reads by name, the error of the request, and the submit button. */
export function Form({ children, action, save, onSubmit, isSetting = false, onCancel }: FormProps) {
  const submit = (
    <Button
      type="submit"
      variant={isSetting ? 'plain' : 'primary'}
      busy={save.isPending}
      className={classes(isSetting && 'self-start')}
    >
      {action}
    </Button>
  );
  return (
    <form
      className={classes('flex flex-col gap-4', isSetting && 'sm:max-w-96')}
      onSubmit={(event) => onSubmit(readForm(event), event.currentTarget)}
    >
      {children}
      <ErrorLine error={save.error} />
      {onCancel === undefined ? (
        submit
      ) : (
        <DialogActions>
          <Button onClick={onCancel}>{uiCopy.cancel}</Button>
          {submit}
        </DialogActions>
      )}
    </form>
  );
}

interface FormDialogProps extends Omit<FormProps, 'isSetting' | 'onCancel'> {
  readonly title: string;
  readonly description?: ReactNode | undefined;
  readonly onClose: () => void;
}

export function FormDialog({ title, description, onClose, ...form }: FormDialogProps) {
  return (
    <Dialog open onOpenChange={onClose} title={title} description={description}>
      <Form {...form} onCancel={onClose} />
    </Dialog>
  );
}
