/** What somebody is told whose session ended while they were at work. */
export const signedOutSentence = 'You were signed out. Sign in to go on.';

/** Who wants to know that the session has ended. */
let whenSignedOut: () => void = () => undefined;

export function onSignedOut(tell: () => void): void {
  whenSignedOut = tell;
}

/** The server knows nobody by the cookie any more. */
export function tellSignedOut(): void {
  whenSignedOut();
}
