import { Bookmark } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { createLazyModule } from '../../../ui/lazyModule.ts';
import { Menu } from '../../../ui/Menu.tsx';
import type { TagNames } from '../FilterChips.tsx';
import { adsCopy } from '../copy.ts';
import type { DiscoverSearch } from './search.ts';

const copy = adsCopy.discover;

const panels = createLazyModule(() => import('./SavedSearchPanels.tsx'));

interface SavedSearchesProps {
  readonly search: DiscoverSearch;
  readonly tagNames: TagNames;
  /** In the row of filters. */
  readonly isChip?: boolean;
}

/** The menu of saved searches, which also saves the current one. */
export function SavedSearches({ search, tagNames, isChip = false }: SavedSearchesProps) {
  const [opened, setOpened] = useState<'save' | 'edit' | null>(null);
  const [isNeeded, setNeeded] = useState(false);
  const loaded = panels.use(isNeeded);
  const close = (): void => setOpened(null);
  return (
    <>
      <Menu
        align={isChip ? 'start' : 'end'}
        trigger={
          <Button
            title={copy.savedSearches}
            onPointerEnter={() => setNeeded(true)}
            onFocus={() => setNeeded(true)}
            className={isChip ? 'h-8! w-8 px-0!' : 'max-xl:w-9 max-xl:px-0!'}
          >
            <Bookmark size={16} aria-hidden />
            <span className={isChip ? 'sr-only' : 'max-xl:sr-only'}>{copy.savedSearches}</span>
          </Button>
        }
      >
        {loaded === null ? (
          copy.loading
        ) : (
          <loaded.SavedSearchItems
            search={search}
            onSave={() => setOpened('save')}
            onEdit={() => setOpened('edit')}
          />
        )}
      </Menu>
      {loaded !== null && opened === 'save' && (
        <loaded.SaveSearchDialog search={search} tagNames={tagNames} onClose={close} />
      )}
      {loaded !== null && opened === 'edit' && <loaded.EditSearchesDialog onClose={close} />}
    </>
  );
}
