interface SignInSearch {
  readonly next?: string | undefined;
  readonly isNew?: true | undefined;
  /** The session ended while a page was open. */
  readonly isSignedOut?: true | undefined;
}

/** Accepts only paths of this site, to prevent open redirects after signing in. */
export function readSignInSearch({ next, isNew, isSignedOut }: Record<string, unknown>): SignInSearch {
  return {
    ...(typeof next === 'string' && /^\/(?![/\\])/.test(next) && { next }),
    ...(isNew === true && { isNew }),
    ...(isSignedOut === true && { isSignedOut }),
  };
}
