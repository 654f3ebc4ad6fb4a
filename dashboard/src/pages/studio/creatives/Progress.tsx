import type { AiImage } from '../../../api/types.ts';
import { Button } from '../../../parts/Button.tsx';
import { ProgressBar } from '../../../parts/ProgressBar.tsx';

interface ProgressProps {
  readonly image: AiImage;
  readonly busy: boolean;
  readonly onCancel: () => void;
}

/** How far a creative has come, where it will be. */
export function Progress({ image, busy, onCancel }: ProgressProps) {
  const words = image.status === 'queued' ? 'Waiting for its turn' : 'Being made';
  return (
    <div className="flex h-full flex-col items-center justify-center gap-3 p-4">
      <p className="text-quiet">{words}</p>
      <ProgressBar label={words} value={Math.max(image.progress, 0.04)} className="w-full max-w-48" />
      <Button busy={busy} onClick={onCancel}>
        Cancel
      </Button>
    </div>
  );
}
