import { type DragEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { buttonClasses } from './Button.tsx';
import { classes } from './classes.ts';

/** Handlers for an element that files are dropped on, and whether some are held over it. */
export function useFileDrop(onFiles: (files: readonly File[]) => void, isDisabled = false) {
  const [isOver, setIsOver] = useState(false);
  // Chrome lists a dragged image of the page as a file.
  const isFromPage = useRef(false);
  // A file that is dropped beside the element is taken too; otherwise the browser would leave the page to open it.
  useEffect(() => {
    const start = (): void => void (isFromPage.current = true);
    const end = (): void => void (isFromPage.current = false);
    const allow = (event: globalThis.DragEvent): void => {
      if (event.dataTransfer?.types.includes('Files') === true && !isFromPage.current) event.preventDefault();
    };
    const take = (event: globalThis.DragEvent): void => {
      const files = [...(event.dataTransfer?.files ?? [])];
      if (event.defaultPrevented || files.length === 0 || isFromPage.current) return;
      event.preventDefault();
      if (!isDisabled) onFiles(files);
    };
    const stop = new AbortController();
    const { signal } = stop;
    window.addEventListener('dragstart', start, { signal });
    window.addEventListener('dragend', end, { signal });
    window.addEventListener('dragover', allow, { signal });
    window.addEventListener('drop', take, { signal });
    return () => stop.abort();
  }, [onFiles, isDisabled]);
  const handlers = {
    onDragOver: (event: DragEvent): void => {
      if (isFromPage.current || isDisabled) return;
      event.preventDefault();
      setIsOver(true);
    },
    onDragLeave: ({ currentTarget, relatedTarget }: DragEvent): void => {
      // Not when a child of the element is entered.
      if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setIsOver(false);
    },
    // The window takes the files.
    onDrop: (): void => setIsOver(false),
  };
  return { isOver, handlers };
}

interface FileDropProps {
  readonly onFile: (file: File) => void;
  /** The text of the button. */
  readonly choose: string;
  readonly accept?: string;
  readonly disabled?: boolean;
  /** Above the button. */
  readonly children: ReactNode;
  readonly hint?: ReactNode;
}

/** Takes one file, dropped or chosen. */
export function FileDrop({ onFile, choose, accept, disabled = false, children, hint }: FileDropProps) {
  const id = useId();
  const take = ([file]: readonly File[]): void => {
    if (file !== undefined) onFile(file);
  };
  const { isOver, handlers } = useFileDrop(take, disabled);
  return (
    <div
      className={classes(
        'flex flex-col items-center gap-3 rounded-md border border-dashed px-6 py-10 text-center',
        isOver && 'border-accent bg-accent-soft',
      )}
      {...handlers}
    >
      {children}
      <input
        id={id}
        type="file"
        accept={accept}
        disabled={disabled}
        className="peer sr-only"
        onChange={({ target }) => {
          take([...(target.files ?? [])]);
          // Allows selecting the same file again.
          target.value = '';
        }}
      />
      <label
        htmlFor={id}
        className={buttonClasses(
          'primary',
          'cursor-pointer peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-accent',
        )}
      >
        {choose}
      </label>
      {hint}
    </div>
  );
}
