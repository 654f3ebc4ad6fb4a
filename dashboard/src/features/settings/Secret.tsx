import type { ReactNode } from 'react';
import { Button } from '../../ui/Button.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Dialog, DialogActions } from '../../ui/Dialog.tsx';
import { Code } from './Code.tsx';

interface SecretProps {
  readonly title: string;
  readonly secret: string;
  /** "Copy key" */
  readonly copyLabel: string;
  /** Instructions. */
  readonly children: ReactNode;
  readonly onClose: () => void;
}

/** A secret that is shown only once. */
export function Secret({ title, secret, copyLabel, children, onClose }: SecretProps) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={title}
      description="Copy it now and store it safely. It is not shown again."
    >
      <Code>{secret}</Code>
      {children}
      <DialogActions>
        <CopyButton text={secret} label={copyLabel} />
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      </DialogActions>
    </Dialog>
  );
}
