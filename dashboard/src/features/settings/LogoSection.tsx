import { type InvalidateQueryFilters, useMutation } from '@tanstack/react-query';
import { Upload } from 'lucide-react';
import { useRef } from 'react';
import { maxLogoBytes } from '@magpie/contract/limits';
import { FormError } from '../../lib/api/signIn.ts';
import { Button } from '../../ui/Button.tsx';
import { uiCopy } from '../../ui/copy.ts';
import { Section } from '../../ui/Page.tsx';
import { ErrorLine } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.tsx';
import { settingsCopy } from './copy.ts';

const copy = settingsCopy.logo;

interface LogoSectionProps {
  readonly logo: string | null;
  /** Sends an image in base64; null removes the logo. */
  readonly send: (file: string | null) => Promise<unknown>;
  readonly invalidates: InvalidateQueryFilters;
}

/** The logo of a person or a team. */
export function LogoSection({ logo, send, invalidates }: LogoSectionProps) {
  const input = useRef<HTMLInputElement>(null);
  const save = useMutation({
    mutationFn: async (file: File | null) => send(file === null ? null : await readBase64(file)),
    onSuccess: (_, file) => toast(file === null ? copy.removed : copy.saved),
    meta: { invalidates: [invalidates] },
  });
  return (
    <Section title={copy.title} about={copy.hint}>
      <div className="flex flex-wrap items-center gap-2">
        {logo !== null && (
          <img src={logo} alt={copy.current} className="h-8 max-w-24 rounded-md bg-white object-contain" />
        )}
        <Button busy={save.isPending} onClick={() => input.current?.click()}>
          <Upload size={16} aria-hidden /> {copy.upload}
        </Button>
        {logo !== null && (
          <Button variant="quiet" busy={save.isPending} onClick={() => save.mutate(null)}>
            {uiCopy.remove}
          </Button>
        )}
      </div>
      <ErrorLine error={save.error} />
      <input
        ref={input}
        type="file"
        hidden
        aria-label={copy.file}
        accept="image/jpeg,image/png,image/gif,image/webp,image/avif"
        onChange={({ target }) => {
          const file = target.files?.[0];
          if (file !== undefined) save.mutate(file);
          // Allows selecting the same file again.
          target.value = '';
        }}
      />
    </Section>
  );
}

/** Checks the size first, since a server that rejects a body may close the connection before it responds. */
function readBase64(file: File): Promise<string> {
  if (file.size > maxLogoBytes) throw new FormError(413, copy.tooLarge(maxLogoBytes / 1024 ** 2));
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => {
      const uri = typeof reader.result === 'string' ? reader.result : '';
      resolve(uri.slice(uri.indexOf(',') + 1));
    });
    reader.addEventListener('error', () => reject(new FormError(400, copy.unreadable)));
    reader.readAsDataURL(file);
  });
}
