import type { AiImage } from '../../../lib/api/types.ts';
import { Button } from '../../../ui/Button.tsx';
import { ProgressBar } from '../../../ui/ProgressBar.tsx';

interface ProgressProps {
  readonly image: AiImage;
  readonly busy: boolean;
  readonly onCancel: () => void;
}

export function Progress({ image, busy, onCancel }: ProgressProps) {
  const label = image.status === 'queued' ? 'Queued' : 'Generating';
  return (
    <div className="flex h-full flex-col items-center justify-center gap-3 p-4">
      <p className="text-quiet">{label}</p>
      <ProgressBar label={label} value={Math.max(image.progress, 0.04)} className="w-full max-w-48" />
      <Button busy={busy} onClick={onCancel}>
        Cancel
      </Button>
    </div>
  );
}
