/** Of the undo that saves the ad again. */
export function unsavedKey(hash: string): string {
  return `unsaved ad ${hash}`;
}
