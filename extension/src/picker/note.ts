/**
 * What is sent of the field for a note; null leaves every note as it is. The field shows the note of one copy, while a board
 * of a team may hold another copy with a note of its own: only what the person changed is theirs to write there.
 */
export function changedNote(kept: string | null, typed: string): string | null {
  const text = typed.trim();
  return text === '' || text === kept?.trim() ? null : text;
}
