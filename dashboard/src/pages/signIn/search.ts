interface SignInSearch {
  /** The address inside this site to go on to. */
  readonly next?: string | undefined;
  /** Somebody without an account. */
  readonly isNew?: true | undefined;
  /** Somebody whose session ended while they were at work. */
  readonly isSignedOut?: true | undefined;
}

/** Only a path of this site counts: a link must not lead a person who just signed in to somewhere else. */
export function readSignInSearch({ next, isNew, isSignedOut }: Record<string, unknown>): SignInSearch {
  return {
    ...(typeof next === 'string' && /^\/(?![/\\])/.test(next) && { next }),
    ...(isNew === true && { isNew }),
    ...(isSignedOut === true && { isSignedOut }),
  };
}
