import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ArrowRight, LayoutGrid, Search } from 'lucide-react';
import type { ReactNode } from 'react';
import { Logo } from '../ads/Logo.tsx';
import { useBrandSearch } from '../ads/useBrandSearch.ts';
import { api } from '../api/client.ts';
import type { Choice } from '../parts/PickField.tsx';
import { counted } from '../words/format.ts';
import { commandPages } from './commandPages.ts';

/** What the words lead to: all ads that have them, brands, boards and pages of that name. */
export function useCommands(typed: string, onDone: () => void) {
  const words = typed.trim();
  const navigate = useNavigate();
  const brands = useBrandSearch(words, 6);
  const boards = useQuery(api.boards.list.queryOptions());
  const after = (going: Promise<void>): void => {
    onDone();
    void going;
  };
  const has = (name: string): boolean => name.toLocaleLowerCase().includes(words.toLocaleLowerCase());
  const choices: readonly Choice[] = [
    ...(words === ''
      ? []
      : [
          {
            key: 'ads',
            shows: <Row icon={<Search size={18} aria-hidden />} name={`Search all ads for “${words}”`} />,
            pick: () => after(navigate({ to: '/discover', search: { searchQuery: words } })),
          },
        ]),
    ...(words === '' ? [] : (brands.data?.companies ?? [])).map(({ name, brandLogo, adCount }) => ({
      key: `brand ${name}`,
      shows: (
        <Row
          icon={<Logo name={name} url={brandLogo} size={24} />}
          name={name}
          about={`Brand · ${counted(adCount, 'ad')}`}
        />
      ),
      pick: () => after(navigate({ to: '/brands/$name', params: { name } })),
    })),
    ...(boards.data ?? [])
      .filter(({ name }) => has(name))
      .slice(0, 5)
      .map(({ id, name, adCount }) => ({
        key: `board ${id}`,
        shows: (
          <Row
            icon={<LayoutGrid size={18} aria-hidden />}
            name={name}
            about={`Board · ${counted(adCount, 'ad')}`}
          />
        ),
        pick: () => after(navigate({ to: '/boards/$boardId', params: { boardId: String(id) } })),
      })),
    ...commandPages
      .filter(({ name }) => has(name))
      .slice(0, words === '' ? 7 : 4)
      .map(({ address, name }) => ({
        key: address,
        shows: <Row icon={<ArrowRight size={18} aria-hidden />} name={name} about="Page" />,
        pick: () => after(navigate({ to: address })),
      })),
  ];
  return { choices, error: brands.error ?? boards.error };
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
