import type { AiImage } from '../../../api/types.ts';
import { Button } from '../../../parts/Button.tsx';
import { formatShare } from '../../../words/format.ts';

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
      <progress
        aria-label={words}
        aria-valuetext={formatShare(image.progress)}
        value={Math.max(image.progress, 0.04)}
        max={1}
        className="h-1.5 w-full max-w-48 appearance-none overflow-hidden rounded-full bg-line [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:rounded-full [&::-webkit-progress-value]:bg-accent [&::-webkit-progress-value]:transition-[width]"
      />
      <Button busy={busy} onClick={onCancel}>
        Cancel
      </Button>
    </div>
  );
}
