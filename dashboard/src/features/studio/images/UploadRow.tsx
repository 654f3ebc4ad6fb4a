import { X } from 'lucide-react';
import { Button, IconButton } from '../../../ui/Button.tsx';
import { ProgressBar } from '../../../ui/ProgressBar.tsx';
import { formatShare } from '../../../lib/format.ts';
import { uploadError } from './uploadError.ts';
import type { Upload } from './useUploads.ts';
import { studioCopy } from '../copy.ts';
import { uiCopy } from '../../../ui/copy.ts';

const copy = studioCopy.images;

interface UploadRowProps {
  readonly upload: Upload;
  readonly onRetry: () => void;
  readonly onDismiss: () => void;
}

/** The progress of an upload, or its error. */
export function UploadRow({ upload, onRetry, onDismiss }: UploadRowProps) {
  const { file, sent, error } = upload;
  if (error !== null)
    return (
      <li className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-md bg-bad-soft py-1 pr-1 pl-3">
        <p role="alert" className="min-w-0 flex-1">
          <span className="font-semibold">{file.name}</span>: {error}
        </p>
        {uploadError(file) === null && (
          <Button variant="quiet" onClick={onRetry}>
            {uiCopy.tryAgain}
          </Button>
        )}
        <IconButton label={copy.dismiss(file.name)} onClick={onDismiss}>
          <X size={16} aria-hidden />
        </IconButton>
      </li>
    );
  const state = sent === 0 ? copy.waiting : sent < 1 ? formatShare(sent) : copy.processing;
  return (
    <li className="flex h-11 items-center gap-3 rounded-md border bg-card px-3">
      <span className="min-w-0 flex-1 truncate">{file.name}</span>
      <ProgressBar label={copy.uploading(file.name)} value={sent} className="w-24" />
      <span className="w-24 text-xs text-quiet">{state}</span>
    </li>
  );
}
