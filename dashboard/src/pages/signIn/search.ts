interface SignInSearch {
  /** The address inside this site to go on to. */
  readonly next?: string | undefined;
  /** Somebody without an account. */
  readonly isNew?: true | undefined;
}

/** Only a path of this site counts: a link must not lead a person who just signed in to somewhere else. */
export function readSignInSearch({ next, isNew }: Record<string, unknown>): SignInSearch {
  return {
    ...(typeof next === 'string' && /^\/(?![/\\])/.test(next) && { next }),
    ...(isNew === true && { isNew }),
  };
}
