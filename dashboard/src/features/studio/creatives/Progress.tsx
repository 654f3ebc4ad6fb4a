import type { AiImage } from '../../../lib/api/types.ts';
import { Button } from '../../../ui/Button.tsx';
import { ProgressBar } from '../../../ui/ProgressBar.tsx';
import { studioCopy } from '../copy.ts';
import { uiCopy } from '../../../ui/copy.ts';

const copy = studioCopy.creatives;

interface ProgressProps {
  readonly image: AiImage;
  readonly busy: boolean;
  readonly onCancel: () => void;
}

export function Progress({ image, busy, onCancel }: ProgressProps) {
  const label = image.status === 'queued' ? copy.queued : copy.generating;
  return (
    <div className="flex h-full flex-col items-center justify-center gap-3 p-4">
      <p className="text-quiet">{label}</p>
      <ProgressBar label={label} value={Math.max(image.progress, 0.04)} className="w-full max-w-48" />
      <Button busy={busy} onClick={onCancel}>
        {uiCopy.cancel}
      </Button>
    </div>
  );
}
