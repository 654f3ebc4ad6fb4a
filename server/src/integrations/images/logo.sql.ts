/** The expression for a stored logo as a data URI, null without one. `encode` breaks lines. */
export function logoUri(column: string): string {
  return `'data:image/webp;base64,' || translate(encode(${column}, 'base64'), E'\\n', '')`;
}
