/** Tokens in which a semicolon does not end the statement: quoted text and names, dollar-quoted bodies, comments. */
const token =
  /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"|\$(?<tag>\w*)\$[\s\S]*?\$\k<tag>\$|;|[^-/'"$;]+|[\s\S]/g;

/**
 * The statements of a migration file, each without its semicolon. Comments stay with the next statement; a
 * trailing comment is dropped. Not supported: `E'\''` and nested block comments.
 */
export function statementsOf(text: string): string[] {
  const statements: string[] = [];
  let statement = '';
  let hasCode = false;
  for (const [part] of text.matchAll(token)) {
    if (part === ';') {
      if (hasCode) statements.push(statement.trim());
      statement = '';
      hasCode = false;
      continue;
    }
    statement += part;
    hasCode ||= !/^(--|\/\*|\s*$)/.test(part);
  }
  if (hasCode) statements.push(statement.trim());
  return statements;
}
