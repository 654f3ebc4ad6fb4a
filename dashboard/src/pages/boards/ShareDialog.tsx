import { useMutation, useQuery } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { reloadBoards } from '../../api/boards.ts';
import { api } from '../../api/client.ts';
import type { Answers, Board } from '../../api/types.ts';
import { Button, buttonClasses } from '../../parts/Button.tsx';
import { CopyButton } from '../../parts/CopyButton.tsx';
import { Dialog } from '../../parts/Dialog.tsx';
import { Switch, TextField } from '../../parts/fields.tsx';
import { ErrorLine } from '../../parts/states.tsx';
import { useSettled } from '../../parts/useSettled.ts';
import { publicPath, slugFrom } from './publicPath.ts';

interface ShareDialogProps {
  readonly board: Board;
  readonly onClose: () => void;
}

/** Shows a board to everybody, or no longer, and says where. */
export function ShareDialog({ board, onClose }: ShareDialogProps) {
  const toggle = useMutation(api.boards.togglePublic.mutationOptions({ onSuccess: reloadBoards }));
  // The switch answers at once; what the server says holds.
  const isPublic = toggle.isPending ? toggle.variables.published === true : board.published;
  const link = new URL(publicPath(board), location.href).href;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Share ${board.name}`}
      description="A public board is a page that anybody with its link can read, without an account."
    >
      <Switch
        label="Public"
        hint={isPublic ? 'Anybody with the link can look.' : 'Nobody but you and your team can look.'}
        checked={isPublic}
        onChange={(published) => {
          if (!toggle.isPending) toggle.mutate({ id: board.id, published });
        }}
      />
      {toggle.isError && <ErrorLine error={toggle.error} />}
      <SlugForm key={board.slug} board={board} />
      <div className="flex flex-wrap items-center gap-2 rounded-md border bg-sunk p-3">
        <code className="min-w-0 flex-1 text-xs">{link}</code>
        <CopyButton text={link} label="Copy link" />
        {board.published && (
          <a href={link} target="_blank" rel="noopener" className={buttonClasses()}>
            <ExternalLink size={16} aria-hidden /> Open
          </a>
        )}
      </div>
      <p className="text-xs text-quiet">
        Shown are the name, the description, the ads as they were saved, and the public boards right above and
        below. Never shown are notes, who saved what, the team, and how often it was viewed.
      </p>
    </Dialog>
  );
}

/** The word at the end of the link; whether it can be had is told while it is typed. */
function SlugForm({ board }: { readonly board: Board }) {
  const [slug, setSlug] = useState(board.slug ?? slugFrom(board.name));
  const settled = useSettled(slug, 250);
  const isOwn = slug === (board.slug ?? '');
  const check = useQuery({
    ...api.boards.checkSlugAvailability.queryOptions({ slug: settled }),
    enabled: !isOwn && settled !== '',
    staleTime: 0,
  });
  const save = useMutation(api.boards.updateSlug.mutationOptions({ onSuccess: reloadBoards }));
  const answer = settled === slug ? check.data : undefined;
  const mayBeTaken = slug === '' ? board.slug !== null : answer?.available === true;
  return (
    <form
      className="flex items-start gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate({ id: board.id, slug: slug === '' ? null : slug });
      }}
    >
      <TextField
        label="Address"
        value={slug}
        maxLength={64}
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => setSlug(target.value.toLowerCase().replaceAll(/\s+/g, '-'))}
        hint={slugHint(slug, isOwn, answer)}
        error={save.isError ? save.error.message : isOwn || slug === '' ? null : whyNot(answer)}
        className="flex-1"
      />
      <Button type="submit" busy={save.isPending} disabled={isOwn || !mayBeTaken} className="mt-6">
        Set address
      </Button>
    </form>
  );
}

type SlugAnswer = Answers['boards']['checkSlugAvailability'] | undefined;

function slugHint(slug: string, isOwn: boolean, answer: SlugAnswer): ReactNode {
  if (slug === '') return 'Without a word of its own, the board is at its number.';
  if (isOwn) return 'This is its address.';
  if (answer === undefined) return 'Looking whether it is free…';
  return answer.available ? <span className="text-good">This address is free.</span> : undefined;
}

const reasons = {
  taken: 'Another board has this address. Choose another word.',
  invalid: 'Use 3 to 64 small letters, digits and hyphens, with a letter, and no hyphen at either end.',
  reserved: 'This word belongs to the service itself. Choose another one.',
} as const;

function whyNot(answer: SlugAnswer): string | null {
  return answer?.reason === undefined || answer.reason === null ? null : reasons[answer.reason];
}
