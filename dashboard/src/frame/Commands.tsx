import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ArrowRight, LayoutGrid, Search } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Logo } from '../ads/Logo.tsx';
import { useBrandSearch } from '../ads/useBrandSearch.ts';
import { api } from '../api/client.ts';
import type { Answers, Board } from '../api/types.ts';
import { type Choice, PickField } from '../parts/PickField.tsx';
import { ErrorLine } from '../parts/states.tsx';
import { counted } from '../words/format.ts';
import { type CommandPage, commandPages, type Destination } from './commandPages.ts';

type Brand = Answers['ads']['listTopCompanies']['companies'][number];

/** A field over everything that can be gone to. */
export function Commands({ onDone }: { readonly onDone: () => void }) {
  const [typed, setTyped] = useState('');
  const { choices, error } = useCommands(typed, onDone);
  return (
    <PickField
      label="Search ads, brands, boards and pages"
      listLabel="Found"
      typed={typed}
      onType={setTyped}
      maxLength={200}
      choices={choices}
    >
      {error !== null && <ErrorLine error={error} />}
    </PickField>
  );
}

/** What the words lead to: all ads that have them, brands, boards and pages of that name. */
function useCommands(typed: string, onDone: () => void) {
  const words = typed.trim();
  const navigate = useNavigate();
  const brands = useBrandSearch(words, 6);
  const boards = useQuery(api.boards.list.queryOptions());
  const has = ({ name }: { readonly name: string }): boolean =>
    name.toLocaleLowerCase().includes(words.toLocaleLowerCase());
  const commands: readonly Command[] = [
    ...(words === '' ? [] : [searchFor(words), ...(brands.data?.companies ?? []).map(toBrand)]),
    ...(boards.data ?? []).filter(has).slice(0, 5).map(toBoard),
    ...commandPages
      .filter(has)
      .slice(0, words === '' ? 7 : 4)
      .map(toPage),
  ];
  const choices = commands.map(({ key, leadsTo, ...row }): Choice => ({
    key,
    shows: <Row {...row} />,
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

function searchFor(words: string): Command {
  return {
    key: 'ads',
    icon: <Search size={18} aria-hidden />,
    name: `Search all ads for “${words}”`,
    leadsTo: { to: '/discover', search: { searchQuery: words } },
  };
}

function toBrand({ name, brandLogo, adCount }: Brand): Command {
  return {
    key: `brand ${name}`,
    icon: <Logo name={name} url={brandLogo} size={24} />,
    name,
    about: `Brand · ${counted(adCount, 'ad')}`,
    leadsTo: { to: '/brands/$name', params: { name } },
  };
}

function toBoard({ id, name, adCount }: Board): Command {
  return {
    key: `board ${id}`,
    icon: <LayoutGrid size={18} aria-hidden />,
    name,
    about: `Board · ${counted(adCount, 'ad')}`,
    leadsTo: { to: '/boards/$boardId', params: { boardId: String(id) } },
  };
}

function toPage({ name, leadsTo }: CommandPage): Command {
  return { key: name, icon: <ArrowRight size={18} aria-hidden />, name, about: 'Page', leadsTo };
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
