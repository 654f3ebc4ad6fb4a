import { installedVersion } from '../system/system.ts';
import { calledServer } from './calledServer.ts';
import type { BesideCommand } from './command.ts';

export const mcpCommand: BesideCommand = {
  name: 'mcp',
  usage: 'mcp',
  summary: 'Speak with an agent over standard input and output (MCP).',
  details: `An agent starts it, sends messages on its standard input and reads answers from its standard output. It calls the Magpie at
MAGPIE_URL, by default the running server of MAGPIE_DATA_DIR, with the key in MAGPIE_KEY, whose rights and limits are the agent's.
npm prints lines of its own unless it is silent: an agent starts it as \`npm run --silent magpie -- mcp\`. See docs/agents.md.`,
  check: (args) => (args.length > 0 ? 'mcp takes no arguments.' : null),
  runBeside: async ({ config, stopping }, _args, { complain }) => {
    const { callerKey } = config;
    if (callerKey === null) {
      complain(
        'MAGPIE_KEY is not set; it is the API key that the agent calls with, such as `users add` prints.',
      );
      return 2;
    }
    const { callThrough, serveOverStdio } = await import('../mcp/stdio.ts');
    const url = await calledServer(config);
    const report = (failure: unknown): void =>
      complain(failure instanceof Error ? (failure.stack ?? failure.message) : String(failure));
    await serveOverStdio(
      { call: callThrough(url, callerKey), version: installedVersion(), report },
      stopping,
    );
    return 0;
  },
};
