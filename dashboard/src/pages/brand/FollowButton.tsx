import { useMutation, useQuery } from '@tanstack/react-query';
import { Check, Plus } from 'lucide-react';
import { api, client, queryClient } from '../../api/client.ts';
import { Button, type ButtonLook } from '../../parts/Button.tsx';
import { tellError } from '../../parts/toast.tsx';

interface FollowButtonProps {
  readonly name: string;
  /** While it is not followed. */
  readonly look?: ButtonLook;
}

/** Both words fit, so that nothing beside it moves when they change. */
const widthClass = 'min-w-29';

/** Follows a brand or stops to; what is shown changes at once and goes back if the server refuses. */
export function FollowButton({ name, look = 'primary' }: FollowButtonProps) {
  const input = { companyName: name };
  const following = useQuery(api.companies.isFollowing.queryOptions(input));
  const { queryKey } = api.companies.isFollowing.queryOptions(input);
  const change = useMutation({
    mutationFn: (isWanted: boolean): Promise<unknown> =>
      isWanted ? client.companies.follow.mutate(input) : client.companies.unfollow.mutate(input),
    onMutate: (isWanted) =>
      queryClient.setQueryData(queryKey, (before) => before && { ...before, following: isWanted }),
    onSuccess: () => void queryClient.invalidateQueries(api.companies.listFollowed.pathFilter()),
    onError: tellError,
    onSettled: () => void queryClient.invalidateQueries({ queryKey }),
  });
  if (following.data?.following === true) {
    return (
      <Button
        className={widthClass}
        aria-label={`Stop following ${name}`}
        onClick={() => change.mutate(false)}
      >
        <Check size={16} aria-hidden className="text-good" /> Following
      </Button>
    );
  }
  return (
    <Button
      look={look}
      className={widthClass}
      aria-label={`Follow ${name}`}
      disabled={following.data === undefined}
      onClick={() => change.mutate(true)}
    >
      <Plus size={16} aria-hidden /> Follow
    </Button>
  );
}
