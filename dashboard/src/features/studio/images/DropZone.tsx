import { Upload } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { classes } from '../../../ui/classes.ts';
import { studioCopy } from '../copy.ts';

const copy = studioCopy.images;

interface DropZoneProps {
  readonly onFiles: (files: readonly File[]) => void;
  /** Settings for the images. */
  readonly children: ReactNode;
  /** Another way to add an image. */
  readonly action: ReactNode;
}

/** A drop area with a file button. */
export function DropZone({ onFiles, children, action }: DropZoneProps) {
  const [isOver, setIsOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  return (
    <div
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setIsOver(false);
        onFiles([...event.dataTransfer.files]);
      }}
      className={classes(
        'flex flex-col items-center gap-4 rounded-md border border-dashed border-line-strong p-6 text-center',
        isOver ? 'border-accent bg-accent-soft' : 'bg-card',
      )}
    >
      <div>
        <p className="font-semibold">{copy.drop}</p>
        <p className="text-xs text-quiet">{copy.dropHint}</p>
      </div>
      {children}
      <div className="flex flex-wrap justify-center gap-2">
        <Button variant="primary" onClick={() => input.current?.click()}>
          <Upload size={16} aria-hidden /> {copy.chooseImages}
        </Button>
        {action}
      </div>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={copy.filesField}
        accept="image/jpeg,image/png,image/gif,image/webp,image/avif"
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])]);
          // Allows selecting the same file again.
          target.value = '';
        }}
      />
    </div>
  );
}
