import { installedVersion } from '../system/system.ts';
import { type LocalCommand, withoutArguments } from './command.ts';
import { resolveServerUrl } from './socketClient.ts';

export const mcpCommand: LocalCommand = {
  name: 'mcp',
  usage: 'mcp',
  summary: 'Run an MCP server over standard input and output.',
  details: `Started by an agent, which sends messages on standard input and reads responses from standard output. It calls the server at
MAGPIE_URL, by default the running server of MAGPIE_DATA_DIR, with the key in MAGPIE_KEY; the agent has the permissions and limits of
that key. Silence npm when you start it: \`npm run --silent magpie -- mcp\`. See docs/agents.md.`,
  prepareLocally: withoutArguments('mcp', async ({ config, stopping }, { printError }) => {
    const { callerKey } = config;
    if (callerKey === null) {
      printError(
        'MAGPIE_KEY is not set. Set it to the API key for the agent, such as one created with `users add`.',
      );
      return 2;
    }
    const { remoteCaller, serveOverStdio } = await import('../mcp/stdio.ts');
    const url = await resolveServerUrl(config);
    const report = (failure: unknown): void =>
      printError(failure instanceof Error ? (failure.stack ?? failure.message) : String(failure));
    await serveOverStdio(
      { call: remoteCaller(url, callerKey), version: installedVersion(), report },
      stopping,
    );
    return 0;
  }),
};
