export interface Snippet {
  readonly agent: string;
  /** Instructions. */
  readonly where: string;
  readonly text: string;
}

const json = (value: object): string => JSON.stringify(value, null, 2);

/** Setup snippets by agent; a test keeps docs/agents.md in sync. Each agent signs in through the browser. */
export function snippetsFor(origin: string): readonly Snippet[] {
  const url = `${origin}/mcp`;
  return [
    {
      agent: 'Claude Code',
      where: 'Run in a terminal, then type /mcp in Claude Code and sign in.',
      text: `claude mcp add --transport http magpie ${url}`,
    },
    {
      agent: 'Claude Desktop',
      where:
        'Settings, Connectors, Add custom connector. Magpie must be reachable from the internet over HTTPS.',
      text: url,
    },
    {
      agent: 'Cursor',
      where: 'In ~/.cursor/mcp.json',
      text: json({ mcpServers: { magpie: { url } } }),
    },
    {
      agent: 'VS Code',
      where: 'Run in a terminal.',
      text: `code --add-mcp '${JSON.stringify({ name: 'magpie', type: 'http', url })}'`,
    },
    {
      agent: 'Codex',
      where: 'Run in a terminal.',
      text: `codex mcp add magpie --url ${url} && codex mcp login magpie`,
    },
    {
      agent: 'Gemini CLI',
      where: 'Run in a terminal, then type /mcp auth magpie in Gemini CLI.',
      text: `gemini mcp add --scope user --transport http magpie ${url}`,
    },
  ];
}
