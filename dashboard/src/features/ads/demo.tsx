import { isDemoAd } from '@magpie/contract/limits';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useAccount } from '../../lib/api/account.ts';
import { api, client } from '../../lib/api/client.ts';
import type { Ad } from '../../lib/api/types.ts';
import { Button, buttonClasses } from '../../ui/Button.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { toast, toastError } from '../../ui/toast.tsx';
import { adsCopy } from './copy.ts';

const copy = adsCopy.demo;

export function DemoMark({ ad }: { readonly ad: Pick<Ad, 'externalId'> }) {
  return isDemoAd(ad) ? <Chip variant="warn">{copy.mark}</Chip> : null;
}

/** The number of demo ads in the index. */
export function useDemoAds(): number {
  const { data } = useQuery(api.system.status.queryOptions());
  return data?.sources.find(({ source }) => source === 'demo')?.ads ?? 0;
}

/** Without confirmation: nothing of the user's own is removed. */
export function RemoveDemoButton() {
  const remove = useMutation({
    mutationFn: () => client.system.removeDemo.mutate(),
    onSuccess: ({ removed }) => toast(copy.removed(removed)),
    onError: toastError,
    meta: { invalidates: [{}] },
  });
  return (
    <Button busy={remove.isPending} onClick={() => remove.mutate()}>
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
      className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b bg-warn-soft px-4 py-2 sm:px-6"
    >
      <p className="min-w-0 flex-1">{copy.text(count)}</p>
      {isOwner && (
        <div className="flex gap-2">
          <Link to="/import" className={buttonClasses()}>
            {copy.import}
          </Link>
          <RemoveDemoButton />
        </div>
      )}
    </section>
  );
}
