import { useMutation, useQuery } from '@tanstack/react-query';
import { Check, Plus } from 'lucide-react';
import { api, queryClient } from '../../api/client.ts';
import { Button, type ButtonLook } from '../../parts/Button.tsx';
import { tellError } from '../../parts/toast.tsx';

interface FollowButtonProps {
  readonly name: string;
  /** While it is not followed. */
  readonly look?: ButtonLook;
}

/** Follows a brand or stops to; what is shown changes at once and goes back if the server refuses. */
export function FollowButton({ name, look = 'primary' }: FollowButtonProps) {
  const input = { companyName: name };
  const following = useQuery(api.companies.isFollowing.queryOptions(input));
  const show = (isFollowing: boolean): void => {
    queryClient.setQueryData(api.companies.isFollowing.queryKey(input), (before) =>
      before === undefined ? before : { ...before, following: isFollowing },
    );
  };
  const outcome = {
    onSuccess: () => void queryClient.invalidateQueries(api.companies.listFollowed.pathFilter()),
    onSettled: () => void queryClient.invalidateQueries(api.companies.isFollowing.queryFilter(input)),
  };
  const follow = useMutation(
    api.companies.follow.mutationOptions({
      ...outcome,
      onMutate: () => show(true),
      onError: (error) => {
        show(false);
        tellError(error);
      },
    }),
  );
  const unfollow = useMutation(
    api.companies.unfollow.mutationOptions({
      ...outcome,
      onMutate: () => show(false),
      onError: (error) => {
        show(true);
        tellError(error);
      },
    }),
  );
  if (following.data?.following === true) {
    return (
      <Button aria-label={`Stop following ${name}`} onClick={() => unfollow.mutate(input)}>
        <Check size={16} aria-hidden className="text-good" /> Following
      </Button>
    );
  }
  return (
    <Button
      look={look}
      aria-label={`Follow ${name}`}
      disabled={following.data === undefined}
      onClick={() => follow.mutate(input)}
    >
      <Plus size={16} aria-hidden /> Follow
    </Button>
  );
}
