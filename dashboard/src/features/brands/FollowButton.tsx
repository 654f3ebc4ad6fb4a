import { useMutation, useQuery } from '@tanstack/react-query';
import { Check, Plus } from 'lucide-react';
import { api, client } from '../../lib/api/client.ts';
import { optimistic, updateQuery } from '../../lib/optimistic.ts';
import { Button, type ButtonVariant } from '../../ui/Button.tsx';
import { toastError } from '../../ui/toast.tsx';

interface FollowButtonProps {
  readonly name: string;
  /** The variant while not following. */
  readonly variant?: ButtonVariant;
}

/** Fits both labels, so that the layout does not shift. */
const widthClass = 'min-w-29';

/** Follows or unfollows a brand, with an optimistic update. */
export function FollowButton({ name, variant = 'primary' }: FollowButtonProps) {
  const input = { companyName: name };
  const following = useQuery(api.companies.isFollowing.queryOptions(input));
  const { queryKey } = api.companies.isFollowing.queryOptions(input);
  const change = useMutation({
    mutationFn: (follow: boolean): Promise<unknown> =>
      follow ? client.companies.follow.mutate(input) : client.companies.unfollow.mutate(input),
    onMutate: optimistic((follow: boolean) => [
      updateQuery(queryKey, (before) => before && { ...before, following: follow }),
    ]),
    onError: toastError,
    meta: { invalidates: [{ queryKey }, api.companies.listFollowed.pathFilter()] },
  });
  if (following.data?.following === true) {
    return (
      <Button className={widthClass} aria-label={`Unfollow ${name}`} onClick={() => change.mutate(false)}>
        <Check size={16} aria-hidden className="text-good" /> Following
      </Button>
    );
  }
  return (
    <Button
      variant={variant}
      className={widthClass}
      aria-label={`Follow ${name}`}
      disabled={following.data === undefined}
      onClick={() => change.mutate(true)}
    >
      <Plus size={16} aria-hidden /> Follow
    </Button>
  );
}
