import { settingsCopy } from '../copy.ts';

const copy = settingsCopy.agents;

export interface Snippet {
  readonly agent: string;
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
      where: copy.runThenSignIn,
      text: `claude mcp add --transport http magpie ${url}`,
    },
    {
      agent: 'Claude Desktop',
      where: copy.addConnector,
      text: url,
    },
    {
      agent: 'Cursor',
      where: copy.cursorFile,
      text: json({ mcpServers: { magpie: { url } } }),
    },
    {
      agent: 'VS Code',
      where: copy.run,
      text: `code --add-mcp '${JSON.stringify({ name: 'magpie', type: 'http', url })}'`,
    },
    {
      agent: 'Codex',
      where: copy.run,
      text: `codex mcp add magpie --url ${url} && codex mcp login magpie`,
    },
    {
      agent: 'Gemini CLI',
      where: copy.runThenAuth,
      text: `gemini mcp add --scope user --transport http magpie ${url}`,
    },
  ];
}
