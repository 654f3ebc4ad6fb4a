import type { ImportResult } from '@magpie/contract';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { FileUp } from 'lucide-react';
import { useState } from 'react';
import { RemoveDemoButton, useDemoAds } from '../../ads/demo.tsx';
import { formatNumber } from '../../../lib/format.ts';
import { Button, buttonClasses } from '../../../ui/Button.tsx';
import { FileDrop } from '../../../ui/FileDrop.tsx';
import { Section } from '../../../ui/Page.tsx';
import { ProgressBar } from '../../../ui/ProgressBar.tsx';
import { ErrorPanel } from '../../../ui/states.tsx';
import { FilePreview, Rejected } from './FilePreview.tsx';
import { importsCopy } from './copy.ts';
import { importFile, type TableChoices } from './upload.ts';

const copy = importsCopy.file;

interface Import {
  readonly file: File;
  readonly choices: TableChoices;
}

/** Chooses a file, shows what it contains, imports it with a progress bar, and shows the result. */
export function FileImport() {
  const [file, setFile] = useState<File | null>(null);
  const [share, setShare] = useState(0);
  const sending = useMutation({
    mutationFn: (started: Import) => importFile(started.file, started.choices, setShare),
    meta: { invalidates: [{}] },
  });
  const choose = (chosen: File | null): void => {
    setFile(chosen);
    setShare(0);
    sending.reset();
  };
  const again = <Button onClick={() => choose(null)}>{copy.another}</Button>;
  if (sending.isPending) return <SendProgress share={share} />;
  if (sending.data !== undefined) return <Result result={sending.data}>{again}</Result>;
  return (
    <Section title={copy.title}>
      {sending.error !== null && <ErrorPanel error={sending.error} />}
      {file === null ? (
        <FileDrop
          onFile={choose}
          choose={copy.choose}
          hint={<p className="max-w-md text-xs text-quiet">{copy.formats}</p>}
        >
          <FileUp size={32} aria-hidden className="text-quiet" />
          <p className="font-semibold">{copy.drop}</p>
        </FileDrop>
      ) : (
        <FilePreview file={file} onImport={(choices) => sending.mutate({ file, choices })} again={again} />
      )}
    </Section>
  );
}

function SendProgress({ share }: { readonly share: number }) {
  return (
    <Section title={copy.title}>
      <p aria-live="polite">{share < 1 ? copy.sending(Math.floor(share * 100)) : copy.recording}</p>
      <ProgressBar label={copy.progress} value={share} className="w-full" />
      <p className="text-xs text-quiet">{copy.keepOpen}</p>
    </Section>
  );
}

interface ResultProps {
  readonly result: ImportResult;
  readonly children: React.ReactNode;
}

function Result({ result, children }: ResultProps) {
  const text = importsCopy.result;
  const { created, updated, unchanged } = result;
  const hasAds = created + updated + unchanged > 0;
  const hasDemo = useDemoAds() > 0;
  const counts = [
    [text.read, result.read],
    [text.created, created],
    [text.updated, updated],
    [text.unchanged, unchanged],
    [text.rejected, result.rejectedRecords],
  ] as const;
  return (
    <Section title={hasAds ? (result.done ? text.done : text.incomplete) : text.nothing}>
      {result.messages.map((message) => (
        <p key={message} className="break-words whitespace-pre-wrap">
          {message}
        </p>
      ))}
      <dl className="grid grid-cols-2 gap-4 sm:grid-cols-5">
        {counts.map(([name, value]) => (
          <div key={name}>
            <dt className="text-xs text-quiet">{name}</dt>
            <dd className="text-2xl font-semibold">{formatNumber(value)}</dd>
          </div>
        ))}
      </dl>
      <Rejected groups={result.rejected} />
      {hasAds && hasDemo && (
        <div className="flex flex-wrap items-center justify-between gap-3 rounded-md bg-accent-soft p-3">
          <p>{text.demo}</p>
          <RemoveDemoButton />
        </div>
      )}
      <div className="flex flex-wrap gap-2">
        {hasAds && (
          <Link to="/discover" className={buttonClasses('primary')}>
            {text.showAds}
          </Link>
        )}
        {children}
      </div>
    </Section>
  );
}
