import { useQuery } from '@tanstack/react-query';
import { CircleAlert } from 'lucide-react';
import { api } from '../../lib/api/client.ts';
import { appCopy } from '../copy.ts';

const copy = appCopy.shell;

const refreshMilliseconds = 5 * 60_000;

/** Shown above every page while stored ads are damaged or missing, so that nobody relies on numbers that are too low. */
export function IndexNotice() {
  const health = useQuery({
    ...api.system.health.queryOptions(),
    staleTime: refreshMilliseconds,
    refetchInterval: refreshMilliseconds,
  });
  if (health.data === undefined || health.data.status === 'ok') return null;
  const { problems, advice } = health.data;
  return (
    <section
      aria-label={copy.damagedData}
      className="flex gap-2 border-b border-bad bg-bad-soft px-4 py-3 sm:px-6"
    >
      <CircleAlert size={16} className="mt-0.5 shrink-0 text-bad" aria-hidden />
      <div className="flex min-w-0 flex-col gap-1 break-words">
        <p className="font-semibold">{copy.damagedDataHint}</p>
        {problems.map((problem) => (
          <p key={problem}>{problem}</p>
        ))}
        <p>{advice}</p>
      </div>
    </section>
  );
}
