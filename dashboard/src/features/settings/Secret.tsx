import type { ReactNode } from 'react';
import { Button } from '../../ui/Button.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Dialog, DialogActions } from '../../ui/Dialog.tsx';
import { Code } from './Code.tsx';
import { settingsCopy } from './copy.ts';
import { uiCopy } from '../../ui/copy.ts';

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
    <Dialog open onOpenChange={onClose} title={title} description={settingsCopy.page.secretText}>
      <Code>{secret}</Code>
      {children}
      <DialogActions>
        <CopyButton text={secret} label={copyLabel} />
        <Button variant="primary" onClick={onClose}>
          {uiCopy.done}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
