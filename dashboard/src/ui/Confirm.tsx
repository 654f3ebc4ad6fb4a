import { useState, type ReactNode } from 'react';
import { Button, type ButtonVariant } from './Button.tsx';
import { Dialog, DialogActions } from './Dialog.tsx';
import { ErrorLine } from './states.tsx';
import { uiCopy } from './copy.ts';

interface ConfirmProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly title: string;
  readonly children: ReactNode;
  readonly action: string;
  readonly onConfirm: () => Promise<unknown>;
}

/** Confirms a destructive action; stays open while it runs and shows its error. */
export function Confirm({ open, onOpenChange, title, children, action, onConfirm }: ConfirmProps) {
  const [state, setState] = useState<{ busy: boolean; error: unknown }>({ busy: false, error: null });
  const confirm = async (): Promise<void> => {
    setState({ busy: true, error: null });
    try {
      await onConfirm();
      setState({ busy: false, error: null });
      onOpenChange(false);
    } catch (error) {
      setState({ busy: false, error });
    }
  };
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={title} description={children}>
      <ErrorLine error={state.error} />
      <DialogActions>
        <Button onClick={() => onOpenChange(false)}>{uiCopy.cancel}</Button>
        <Button variant="bad" busy={state.busy} onClick={() => void confirm()}>
          {action}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

interface ConfirmButtonProps extends Omit<ConfirmProps, 'open' | 'onOpenChange'> {
  readonly label: string;
  /** The accessible name, where several buttons have the same label. */
  readonly name?: string;
  readonly variant?: ButtonVariant;
}

export function ConfirmButton(props: ConfirmButtonProps) {
  const { label, name, variant = 'bad', ...confirm } = props;
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button variant={variant} aria-label={name} onClick={() => setIsOpen(true)}>
        {label}
      </Button>
      <Confirm open={isOpen} onOpenChange={setIsOpen} {...confirm} />
    </>
  );
}
