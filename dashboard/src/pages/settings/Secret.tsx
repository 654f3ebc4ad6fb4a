import type { ReactNode } from 'react';
import { Button } from '../../parts/Button.tsx';
import { CopyButton } from '../../parts/CopyButton.tsx';
import { Dialog, DialogActions } from '../../parts/Dialog.tsx';
import { Code } from './Code.tsx';

interface SecretProps {
  readonly title: string;
  readonly secret: string;
  /** "Copy the key" */
  readonly copyLabel: string;
  /** How it is used. */
  readonly children: ReactNode;
  readonly onClose: () => void;
}

/** Something that is shown this once. */
export function Secret({ title, secret, copyLabel, children, onClose }: SecretProps) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={title}
      description="Copy it now and keep it where nobody else reads it: it is not shown again."
    >
      <Code>{secret}</Code>
      {children}
      <DialogActions>
        <CopyButton text={secret} label={copyLabel} />
        <Button look="primary" onClick={onClose}>
          Done
        </Button>
      </DialogActions>
    </Dialog>
  );
}
