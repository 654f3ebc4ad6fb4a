import { Upload, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button, IconButton } from '../../../ui/Button.tsx';
import { formatBytes } from '../../../lib/format.ts';
import { uploadError } from '../images/uploads.ts';
import { studioCopy } from '../copy.ts';
import type { ProductForm } from './productForm.ts';

const copy = studioCopy.products;

function identify({ name, size, lastModified }: File): string {
  return `${name} ${size} ${lastModified}`;
}

function withoutRepeats(files: readonly File[]): File[] {
  return [...new Map(files.map((file) => [identify(file), file])).values()];
}

/** Images of this computer, which are uploaded when the product is saved, since they belong to it. */
export function ImageFiles({ form: { files, setFiles } }: { readonly form: ProductForm }) {
  const input = useRef<HTMLInputElement>(null);
  const [errors, setErrors] = useState<readonly string[]>([]);
  const add = (chosen: readonly File[]): void => {
    const checked = chosen.map((file) => ({ file, problem: uploadError(file) }));
    setErrors(checked.flatMap(({ file, problem }) => (problem === null ? [] : [`${file.name}: ${problem}`])));
    const accepted = checked.flatMap(({ file, problem }) => (problem === null ? [file] : []));
    setFiles((before) => withoutRepeats([...before, ...accepted]));
  };
  return (
    <div className="flex flex-col gap-2">
      {files.length > 0 && (
        <ul aria-label={copy.chosenFiles} className="flex flex-col gap-1">
          {files.map((file) => (
            <li key={identify(file)} className="flex items-center gap-2 rounded-md border pl-3">
              <span className="min-w-0 flex-1 truncate">{file.name}</span>
              <span className="text-xs text-quiet tabular-nums">{formatBytes(file.size)}</span>
              <IconButton
                label={copy.removeImage(file.name)}
                onClick={() => setFiles((before) => before.filter((each) => each !== file))}
              >
                <X size={16} aria-hidden />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Button onClick={() => input.current?.click()}>
          <Upload size={16} aria-hidden /> {copy.uploadImages}
        </Button>
        <span className="text-xs text-quiet">{copy.uploadHint}</span>
      </div>
      {errors.length > 0 && (
        <p role="alert" className="text-xs text-bad">
          {errors.join(' ')}
        </p>
      )}
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={copy.imageFiles}
        accept="image/jpeg,image/png,image/gif,image/webp,image/avif"
        onChange={({ target }) => {
          add([...(target.files ?? [])]);
          // Allows selecting the same file again.
          target.value = '';
        }}
      />
    </div>
  );
}
