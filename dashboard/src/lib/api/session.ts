let listener: () => void = () => undefined;

export function onSignedOut(callback: () => void): void {
  listener = callback;
}

/** Called when the server no longer accepts the session cookie. */
export function notifySignedOut(): void {
  listener();
}
