import type { FormEvent, ReactNode } from 'react';
import { Button } from './Button.tsx';
import { Dialog, DialogActions } from './Dialog.tsx';
import { filledIn } from './filledIn.ts';
import { ErrorLine } from './states.tsx';

interface FormDialogProps {
  readonly title: string;
  /** One sentence under the title. */
  readonly description?: ReactNode | undefined;
  /** The fields, each with the name under which it is asked for. */
  readonly children: ReactNode;
  /** The verb on the button. */
  readonly action: string;
  readonly save: { readonly isPending: boolean; readonly error: unknown };
  readonly onSubmit: (field: (name: string) => string) => void;
  readonly onClose: () => void;
}

/** Something to fill in: it stays open while it is sent, and says why when it is refused. */
export function FormDialog(props: FormDialogProps) {
  const { title, description, children, action, save, onSubmit, onClose } = props;
  return (
    <Dialog open onOpenChange={onClose} title={title} description={description}>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event: FormEvent<HTMLFormElement>) => onSubmit(filledIn(event))}
      >
        {children}
        {save.error !== null && <ErrorLine error={save.error} />}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={save.isPending}>
            {action}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
