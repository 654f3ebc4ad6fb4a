interface SignInSearch {
  /** The path to continue to. */
  readonly next?: string | undefined;
  /** Shows the sign-up form. */
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
