import { textLimits } from '@magpie/contract/limits';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Trash2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { api, client } from '../../../lib/api/client.ts';
import { changeResponse } from '../../../lib/api/pendingChanges.ts';
import type { SavedSearch } from '../../../lib/api/types.ts';
import { IconButton } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { TextField } from '../../../ui/fields.tsx';
import { FormDialog } from '../../../ui/Form.tsx';
import { MenuItem, MenuLabel, MenuLine } from '../../../ui/Menu.tsx';
import { QueryView } from '../../../ui/QueryView.tsx';
import { Skeleton } from '../../../ui/states.tsx';
import { toast } from '../../../ui/toast.tsx';
import { deleteWithUndo } from '../../../ui/undo.tsx';
import { filterText, type TagNames } from '../FilterChips.tsx';
import { adsCopy } from '../copy.ts';
import { savedSearchesCopy } from './copy.ts';
import { activeFilters } from '../filters.ts';
import { type DiscoverSearch, readDiscoverSearch } from './search.ts';

const copy = savedSearchesCopy;

const meta = { invalidates: [api.searches.pathFilter()] };

interface SavedSearchItemsProps {
  readonly search: DiscoverSearch;
  readonly onSave: () => void;
  readonly onEdit: () => void;
}

export function SavedSearchItems({ search, onSave, onEdit }: SavedSearchItemsProps) {
  const saved = useQuery(api.searches.list.queryOptions());
  const isRestricted = activeFilters(search).length > 0 || search.sortBy !== undefined;
  return (
    <>
      <MenuItem disabled={!isRestricted} onSelect={onSave}>
        {copy.save}
      </MenuItem>
      <MenuLine />
      <QueryView
        query={saved}
        loading={<Skeleton className="h-8" />}
        isEmpty={(all) => all.length === 0}
        empty={<MenuLabel>{copy.none}</MenuLabel>}
      >
        {(all) => (
          <>
            {all.map(({ id, name, filters }) => (
              <MenuItem key={id} asChild>
                <Link to="/discover" search={readDiscoverSearch(filters)} className="max-w-80">
                  <span dir="auto" className="truncate">
                    {name}
                  </span>
                </Link>
              </MenuItem>
            ))}
            <MenuLine />
            <MenuItem onSelect={onEdit}>{copy.edit}</MenuItem>
          </>
        )}
      </QueryView>
    </>
  );
}

interface SaveSearchDialogProps {
  readonly search: DiscoverSearch;
  readonly tagNames: TagNames;
  readonly onClose: () => void;
}

export function SaveSearchDialog({ search, tagNames, onClose }: SaveSearchDialogProps) {
  const save = useMutation(
    api.searches.create.mutationOptions({
      meta,
      onSuccess: ({ name }) => {
        toast(copy.savedAs(name));
        onClose();
      },
    }),
  );
  return (
    <FormDialog
      title={copy.saveTitle}
      action={copy.action}
      save={save}
      onClose={onClose}
      onSubmit={(field) => save.mutate({ name: field('name'), filters: search })}
    >
      <TextField
        required
        name="name"
        label={copy.name}
        maxLength={textLimits.name}
        defaultValue={suggestName(search, tagNames)}
        onFocus={({ target }) => target.select()}
      />
    </FormDialog>
  );
}

/** The words and the filters of the search. */
export function suggestName(search: DiscoverSearch, tagNames: TagNames): string {
  const parts = activeFilters(search).map((filter) =>
    filter === 'searchQuery' ? (search.searchQuery ?? '') : filterText(search, filter, tagNames),
  );
  const name = parts.length > 0 ? parts : [copy.allAds];
  const order = search.sortBy === undefined ? [] : [adsCopy.discover.sorts[search.sortBy]];
  const text = [...name, ...order].join(' · ').slice(0, textLimits.name);
  // Not half of a character.
  return text.replace(/[\uD800-\uDBFF]$/, '');
}

export function EditSearchesDialog({ onClose }: { readonly onClose: () => void }) {
  const saved = useQuery(api.searches.list.queryOptions());
  return (
    <Dialog open onOpenChange={onClose} title={adsCopy.discover.savedSearches}>
      <QueryView
        query={saved}
        loading={<Skeleton className="h-9" />}
        isEmpty={(all) => all.length === 0}
        empty={<p className="text-quiet">{copy.none}</p>}
      >
        {(all) => (
          <ul className="flex flex-col gap-2">
            {all.map((one) => (
              <EditSearch key={`${one.id} ${one.name}`} saved={one} />
            ))}
          </ul>
        )}
      </QueryView>
    </Dialog>
  );
}

/** Saves the name on Enter and when the field is left. */
function EditSearch({ saved: { id, name } }: { readonly saved: SavedSearch }) {
  const [typed, setTyped] = useState(name);
  const update = useMutation(api.searches.update.mutationOptions({ meta }));
  const rename = (): void => {
    const isChanged = typed.trim() !== '' && typed.trim() !== name;
    if (isChanged && !update.isPending) update.mutate({ id, name: typed });
  };
  return (
    <li>
      <form
        className="flex items-start gap-2"
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          rename();
        }}
      >
        <TextField
          hideLabel
          required
          label={copy.nameOf(name)}
          value={typed}
          maxLength={textLimits.name}
          error={update.isError ? update.error.message : null}
          onChange={({ target }) => setTyped(target.value)}
          onBlur={rename}
          className="flex-1"
        />
        <IconButton label={copy.delete(name)} onClick={() => deleteSearch({ id, name })}>
          <Trash2 size={16} aria-hidden />
        </IconButton>
      </form>
    </li>
  );
}

function deleteSearch({ id, name }: Pick<SavedSearch, 'id' | 'name'>): void {
  deleteWithUndo({
    text: copy.deleted(name),
    changes: [changeResponse('searches', 'list', (all) => all.filter((one) => one.id !== id))],
    send: () => client.searches.delete.mutate({ id }),
    invalidates: meta.invalidates,
  });
}
