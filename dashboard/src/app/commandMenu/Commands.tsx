import { textLimits } from '@magpie/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ArrowRight, LayoutGrid, Search } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Logo } from '../../features/ads/Logo.tsx';
import { useBrandSearch } from '../../features/ads/useBrandSearch.ts';
import { api } from '../../lib/api/client.ts';
import type { RouterOutputs, Board } from '../../lib/api/types.ts';
import { type Choice, Combobox } from '../../ui/Combobox.tsx';
import { ErrorLine } from '../../ui/states.tsx';
import { type CommandPage, commandPages, type Destination } from './commandPages.ts';
import { appCopy } from '../copy.ts';

const copy = appCopy.commandMenu;

type Brand = RouterOutputs['ads']['listTopCompanies']['companies'][number];

export function Commands({ onDone }: { readonly onDone: () => void }) {
  const [typed, setTyped] = useState('');
  const { choices, error } = useCommands(typed, onDone);
  return (
    <Combobox
      label={copy.field}
      listLabel={copy.results}
      typed={typed}
      onType={setTyped}
      maxLength={textLimits.companyName}
      choices={choices}
    >
      {error !== null && <ErrorLine error={error} />}
    </Combobox>
  );
}

/** Matching commands: search all ads, and open a brand, board or page of that name. */
function useCommands(typed: string, onDone: () => void) {
  const query = typed.trim();
  const navigate = useNavigate();
  const brands = useBrandSearch(query, 6);
  const boards = useQuery(api.boards.list.queryOptions());
  const has = ({ name }: { readonly name: string }): boolean =>
    name.toLocaleLowerCase().includes(query.toLocaleLowerCase());
  const commands: readonly Command[] = [
    ...(query === '' ? [] : [searchFor(query), ...(brands.data?.companies ?? []).map(toBrand)]),
    ...(boards.data ?? []).filter(has).slice(0, 5).map(toBoard),
    ...commandPages
      .filter(has)
      .slice(0, query === '' ? 7 : 4)
      .map(toPage),
  ];
  const choices = commands.map(({ key, leadsTo, ...row }): Choice => ({
    key,
    content: <Row {...row} />,
    pick: () => {
      onDone();
      void navigate(leadsTo);
    },
  }));
  return { choices, error: brands.error ?? boards.error };
}

interface Command extends RowProps {
  readonly key: string;
  readonly leadsTo: Destination;
}

function searchFor(query: string): Command {
  return {
    key: 'ads',
    icon: <Search size={18} aria-hidden />,
    name: copy.searchAds(query),
    leadsTo: { to: '/discover', search: { searchQuery: query } },
  };
}

function toBrand({ name, brandLogo, adCount }: Brand): Command {
  return {
    key: `brand ${name}`,
    icon: <Logo name={name} url={brandLogo} size={24} />,
    name,
    about: copy.brand(adCount),
    leadsTo: { to: '/brands/$name', params: { name } },
  };
}

function toBoard({ id, name, adCount }: Board): Command {
  return {
    key: `board ${id}`,
    icon: <LayoutGrid size={18} aria-hidden />,
    name,
    about: copy.board(adCount),
    leadsTo: { to: '/boards/$boardId', params: { boardId: String(id) } },
  };
}

function toPage({ name, leadsTo }: CommandPage): Command {
  return {
    key: name,
    icon: <ArrowRight size={18} aria-hidden />,
    name,
    about: copy.page,
    leadsTo,
  };
}

interface RowProps {
  readonly icon: ReactNode;
  readonly name: string;
  readonly about?: string;
}

function Row({ icon, name, about }: RowProps) {
  return (
    <>
      <span className="flex size-6 shrink-0 items-center justify-center text-quiet">{icon}</span>
      <span dir="auto" className="min-w-0 flex-1 truncate text-left">
        {name}
      </span>
      {about !== undefined && <span className="shrink-0 text-xs text-quiet">{about}</span>}
    </>
  );
}
