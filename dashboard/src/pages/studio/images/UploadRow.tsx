import { X } from 'lucide-react';
import { Button, IconButton } from '../../../parts/Button.tsx';
import { ProgressBar } from '../../../parts/ProgressBar.tsx';
import { formatShare } from '../../../words/format.ts';
import { refusalOf } from './refusal.ts';
import type { Upload } from './useUploads.ts';

interface UploadRowProps {
  readonly upload: Upload;
  readonly onAgain: () => void;
  readonly onDismiss: () => void;
}

/** A picture on its way, or why it was refused. */
export function UploadRow({ upload, onAgain, onDismiss }: UploadRowProps) {
  const { file, sent, refusal } = upload;
  if (refusal !== null)
    return (
      <li className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-md bg-bad-soft py-1 pr-1 pl-3">
        <p role="alert" className="min-w-0 flex-1">
          <span className="font-semibold">{file.name}</span>: {refusal}
        </p>
        {refusalOf(file) === null && (
          <Button look="quiet" onClick={onAgain}>
            Try again
          </Button>
        )}
        <IconButton label={`Dismiss ${file.name}`} onClick={onDismiss}>
          <X size={16} aria-hidden />
        </IconButton>
      </li>
    );
  const words = sent === 0 ? 'Waiting' : sent < 1 ? formatShare(sent) : 'Being checked';
  return (
    <li className="flex h-11 items-center gap-3 rounded-md border bg-card px-3">
      <span className="min-w-0 flex-1 truncate">{file.name}</span>
      <ProgressBar label={`${file.name} is being sent`} value={sent} className="w-24" />
      <span className="w-24 text-xs text-quiet">{words}</span>
    </li>
  );
}
