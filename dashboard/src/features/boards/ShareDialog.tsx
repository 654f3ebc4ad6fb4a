import { textLimits } from '@magpie/contract/limits';
import { useMutation, useQuery } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { boardQueries } from '../../lib/api/boards.ts';
import { api } from '../../lib/api/client.ts';
import type { RouterOutputs, Board } from '../../lib/api/types.ts';
import { Button, buttonClasses } from '../../ui/Button.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Switch, TextField } from '../../ui/fields.tsx';
import { ErrorLine } from '../../ui/states.tsx';
import { useDebounced } from '../../lib/hooks/useDebounced.ts';
import { publicPath, slugFrom } from './publicPath.ts';
import { boardsCopy } from './copy.ts';
import { uiCopy } from '../../ui/copy.ts';

const copy = boardsCopy.share;

interface ShareDialogProps {
  readonly board: Board;
  readonly onClose: () => void;
}

export function ShareDialog({ board, onClose }: ShareDialogProps) {
  const toggle = useMutation(
    api.boards.togglePublic.mutationOptions({ meta: { invalidates: boardQueries } }),
  );
  // The switch changes before the server responds.
  const isPublic = toggle.isPending ? toggle.variables.published === true : board.published;
  const link = new URL(publicPath(board), location.href).href;
  return (
    <Dialog open onOpenChange={onClose} title={copy.title(board.name)} description={copy.description}>
      <Switch
        label={copy.public}
        hint={isPublic ? copy.publicHint : copy.privateHint}
        checked={isPublic}
        onChange={(published) => {
          if (!toggle.isPending) toggle.mutate({ id: board.id, published });
        }}
      />
      {toggle.isError && <ErrorLine error={toggle.error} />}
      <SlugForm key={board.slug} board={board} />
      <div className="flex flex-wrap items-center gap-2 rounded-md border bg-sunk p-3">
        <code className="min-w-0 flex-1 text-xs">{link}</code>
        <CopyButton text={link} label={uiCopy.copyLink} />
        {board.published && (
          <a href={link} target="_blank" rel="noopener" className={buttonClasses()}>
            <ExternalLink size={16} aria-hidden /> {copy.open}
          </a>
        )}
      </div>
      <p className="text-xs text-quiet">{copy.visitorsSee}</p>
    </Dialog>
  );
}

/** The slug of the public link; its availability is checked while typing. */
function SlugForm({ board }: { readonly board: Board }) {
  const [slug, setSlug] = useState(board.slug ?? slugFrom(board.name));
  const debounced = useDebounced(slug, 250);
  const isOwn = slug === (board.slug ?? '');
  const check = useQuery({
    ...api.boards.checkSlugAvailability.queryOptions({ slug: debounced }),
    enabled: !isOwn && debounced !== '',
    staleTime: 0,
  });
  const save = useMutation(api.boards.updateSlug.mutationOptions({ meta: { invalidates: boardQueries } }));
  const result = debounced === slug ? check.data : undefined;
  const isAvailable = slug === '' ? board.slug !== null : result?.available === true;
  return (
    <form
      className="flex items-start gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate({ id: board.id, slug: slug === '' ? null : slug });
      }}
    >
      <TextField
        label={copy.address}
        value={slug}
        maxLength={textLimits.slug}
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => setSlug(target.value.toLowerCase().replaceAll(/\s+/g, '-'))}
        hint={slugHint(slug, isOwn, result)}
        error={save.isError ? save.error.message : isOwn || slug === '' ? null : slugError(result)}
        className="flex-1"
      />
      <Button type="submit" busy={save.isPending} disabled={isOwn || !isAvailable} className="mt-6">
        {copy.setAddress}
      </Button>
    </form>
  );
}

type SlugCheck = RouterOutputs['boards']['checkSlugAvailability'] | undefined;

function slugHint(slug: string, isOwn: boolean, result: SlugCheck): ReactNode {
  if (slug === '') return copy.noAddress;
  if (isOwn) return copy.currentAddress;
  if (result === undefined) return copy.checkingAvailability;
  return result.available ? <span className="text-good">{copy.available}</span> : undefined;
}

const reasons = copy.reasons;

function slugError(result: SlugCheck): string | null {
  return result?.reason === undefined || result.reason === null ? null : reasons[result.reason];
}
