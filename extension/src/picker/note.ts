/**
 * The note to send; null leaves every note unchanged. The field shows the note of one copy, while a team board may have a
 * copy with another note, so only an edited note is sent.
 */
export function changedNote(saved: string | null, typed: string): string | null {
  const text = typed.trim();
  return text === '' || text === saved?.trim() ? null : text;
}
