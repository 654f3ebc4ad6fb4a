import { Search, ArrowRight, Bookmark, LayoutGrid } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { useState, type ReactNode } from 'react';
import { textLimits } from '@magpie/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, type LinkProps } from '@tanstack/react-router';
import { findOpener, restoreFocus } from '../../ui/focus.ts';
import { appCopy } from '../copy.ts';
import { Logo } from '../../features/ads/Logo.tsx';
import { readDiscoverSearch } from '../../features/ads/discover/search.ts';
import { useBrandSearch } from '../../features/ads/useBrandSearch.ts';
import { api } from '../../lib/api/client.ts';
import type { RouterOutputs, Board, SavedSearch } from '../../lib/api/types.ts';
import { Combobox } from '../../ui/Combobox.tsx';
import { ErrorLine } from '../../ui/states.tsx';
import { navItems } from '../shell/navItems.ts';
import { settingsCopy } from '../../features/settings/copy.ts';

const copy = appCopy.commandMenu;

export function CommandDialog({ onClose }: { readonly onClose: () => void }) {
  // Determined before the dialog moves the focus.
  const [opener] = useState(findOpener);
  return (
    <Dialog.Root open onOpenChange={onClose}>
      <Dialog.Portal>
        <Dialog.Overlay className="appear fixed inset-0 z-40 bg-veil" />
        <Dialog.Content
          aria-describedby={undefined}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            restoreFocus(opener);
          }}
          className="appear fixed top-4 left-1/2 z-50 flex max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] max-w-xl -translate-x-1/2 flex-col rounded-lg border bg-card p-3 shadow-float sm:top-[12vh]"
        >
          <Dialog.Title className="sr-only">{copy.title}</Dialog.Title>
          <Commands onDone={onClose} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Commands({ onDone }: { readonly onDone: () => void }) {
  const [typed, setTyped] = useState('');
  const { commands, isOutdated, error } = useCommands(typed.trim());
  const navigate = useNavigate();
  return (
    <Combobox
      label={copy.field}
      listLabel={copy.results}
      typed={typed}
      onType={setTyped}
      maxLength={textLimits.companyName}
      isOutdated={isOutdated}
      choices={commands.map(({ key, icon, name, about, leadsTo }) => ({
        key: key ?? name,
        content: (
          <>
            <span className="flex size-6 shrink-0 items-center justify-center text-quiet">{icon}</span>
            <span dir="auto" className="min-w-0 flex-1 truncate text-left">
              {name}
            </span>
            {about !== undefined && <span className="shrink-0 text-xs text-quiet">{about}</span>}
          </>
        ),
        pick: () => {
          onDone();
          void navigate(leadsTo);
        },
      }))}
    >
      <ErrorLine error={error} />
    </Combobox>
  );
}

interface Command {
  /** Default: the name. */
  readonly key?: string;
  readonly icon: ReactNode;
  readonly name: string;
  readonly about?: string;
  readonly leadsTo: Pick<LinkProps, 'to' | 'params' | 'search'>;
}

function useCommands(query: string) {
  const { found: brands, isOutdated } = useBrandSearch(query, 6);
  const boards = useQuery(api.boards.list.queryOptions());
  const searches = useQuery(api.searches.list.queryOptions());
  const has = ({ name }: { readonly name: string }): boolean =>
    name.toLocaleLowerCase().includes(query.toLocaleLowerCase());
  const search: Command = {
    key: 'ads',
    icon: <Search size={18} aria-hidden />,
    name: copy.searchAds(query),
    leadsTo: { to: '/discover', search: { searchQuery: query } },
  };
  const toBrand = ({ name, brandLogo, adCount }: Brand): Command => ({
    key: `brand ${name}`,
    icon: <Logo name={name} url={brandLogo} size={24} />,
    name,
    about: copy.brand(adCount),
    leadsTo: { to: '/brands/$name', params: { name } },
  });
  const toBoard = ({ id, name, adCount }: Board): Command => ({
    key: `board ${id}`,
    icon: <LayoutGrid size={18} aria-hidden />,
    name,
    about: copy.board(adCount),
    leadsTo: { to: '/boards/$boardId', params: { boardId: String(id) } },
  });
  const toSavedSearch = ({ id, name, filters }: SavedSearch): Command => ({
    key: `search ${id}`,
    icon: <Bookmark size={18} aria-hidden />,
    name,
    about: copy.savedSearch,
    leadsTo: { to: '/discover', search: readDiscoverSearch(filters) },
  });
  const found = brands.data?.companies ?? [];
  const matches = query === '' ? [] : found.map(toBrand);
  // A word that names of brands only contain is rather searched in ads.
  const isBrandName = found[0] !== undefined && found[0].matchType !== 'word';
  const commands: readonly Command[] = [
    ...(isBrandName ? matches : []),
    ...(query === '' ? [] : [search]),
    ...(isBrandName ? [] : matches),
    ...(boards.data ?? []).filter(has).slice(0, 5).map(toBoard),
    ...(searches.data ?? []).filter(has).slice(0, 5).map(toSavedSearch),
    ...pages.filter(has).slice(0, query === '' ? 7 : 4),
  ];
  return { commands, isOutdated, error: brands.error ?? boards.error ?? searches.error };
}

type Brand = RouterOutputs['ads']['listTopCompanies']['companies'][number];

function toPage(name: string, leadsTo: Command['leadsTo']): Command {
  return { icon: <ArrowRight size={18} aria-hidden />, name, about: copy.page, leadsTo };
}

const pages: readonly Command[] = [
  ...navItems.map(({ to, name }) => toPage(name, { to })),
  toPage(copy.compareBrands, { to: '/compare' }),
  toPage(copy.importAds, { to: '/import' }),
  toPage(copy.newAlertRule, { to: '/alerts/rules/$ruleId', params: { ruleId: 'new' } }),
  ...Object.entries(settingsCopy.page.sectionNames)
    // The audit log is for owners only, who find it in the settings.
    .filter(([section]) => section !== 'audit')
    .map(([section, name]) => toPage(copy.settings(name), { to: '/settings/$section', params: { section } })),
];
