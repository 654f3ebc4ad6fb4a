import { isDemoAd } from '@magpie/contract/limits';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useAccount } from '../../lib/api/account.ts';
import { api, client } from '../../lib/api/client.ts';
import type { Ad } from '../../lib/api/types.ts';
import { useStored } from '../../lib/hooks/useStored.ts';
import { Button } from '../../ui/Button.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { toast, toastError } from '../../ui/toast.tsx';
import { adsCopy } from './copy.ts';

const copy = adsCopy.demo;

export function DemoMark({ ad }: { readonly ad: Pick<Ad, 'externalId'> }) {
  return isDemoAd(ad) ? <Chip variant="warn">{copy.mark}</Chip> : null;
}

/** The number of demo ads in the index; while it loads, the last known one, so that the notice does not move the page. */
export function useDemoAds(): number {
  const { data } = useQuery(api.system.status.queryOptions());
  const [known, setKnown] = useStored('demoAds', 0);
  const count = data === undefined ? known : (data.sources.find(({ source }) => source === 'demo')?.ads ?? 0);
  useEffect(() => {
    if (count !== known) setKnown(count);
  });
  return count;
}

/** Without confirmation: nothing of the user's own is removed. */
export function RemoveDemoButton({ className }: { readonly className?: string }) {
  const remove = useMutation({
    mutationFn: () => client.system.removeDemo.mutate(),
    onSuccess: ({ removed }) => toast(copy.removed(removed)),
    onError: toastError,
    meta: { invalidates: [{}] },
  });
  return (
    <Button className={className} busy={remove.isPending} onClick={() => remove.mutate()}>
      {copy.remove}
    </Button>
  );
}

/** Above every page while the index has demo ads, so that nobody takes their numbers for real ones. */
export function DemoNotice() {
  const { isOwner } = useAccount();
  const count = useDemoAds();
  if (count === 0) return null;
  return (
    <section
      aria-label={copy.notice}
      className="flex h-8 items-center gap-4 border-b bg-warn-soft px-4 text-xs sm:px-6"
    >
      <p className="min-w-0 truncate" title={copy.text(count)}>
        {copy.text(count)}
      </p>
      {isOwner && (
        <>
          <Link to="/import" className="ml-auto shrink-0 font-semibold hover:underline max-sm:hidden">
            {copy.import}
          </Link>
          <RemoveDemoButton className="h-6! border-0! bg-transparent! px-0! hover:underline" />
        </>
      )}
    </section>
  );
}
