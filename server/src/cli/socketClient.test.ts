import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newAgent, useTool } from '../testing/mcp.ts';
import {
  cleanUp,
  entry,
  preparedDataFolder,
  runMagpie,
  type ServerProcess,
  startServer,
} from '../testing/process.ts';

const testOptions = { timeout: 240_000 };

describe('without MAGPIE_URL', testOptions, () => {
  let server: ServerProcess;
  let settings: Record<string, string>;
  beforeAll(async () => {
    const publicUrl = { MAGPIE_PUBLIC_URL: 'https://magpie.example' };
    server = await startServer(await preparedDataFolder(), publicUrl);
    settings = { MAGPIE_DATA_DIR: server.dataFolder, MAGPIE_KEY: server.key ?? '' };
    // Its public address is not reachable.
    await runMagpie(['call', 'boards.create', '--name', 'Found'], settings);
  }, testOptions.timeout);
  afterAll(cleanUp);

  it('call finds the running server of the data folder on any port', async () => {
    const { code, stdout, stderr } = await runMagpie(['call', 'boards.list'], settings);
    expect([code, stderr]).toEqual([0, '']);
    expect(JSON.parse(stdout)).toMatchObject([{ name: 'Found' }]);
  });

  it('mcp does too', async () => {
    const agent = newAgent('before');
    const env = { PATH: process.env['PATH'] ?? '', ...settings };
    await agent.connect(
      new StdioClientTransport({ command: process.execPath, args: [entry, 'mcp'], env, stderr: 'pipe' }),
    );
    expect((await useTool(agent, 'list_boards')).json.boards).toMatchObject([{ name: 'Found' }]);
    await agent.close();
  });

  it('call uses the configured listen address if no server is running', async () => {
    const { code, stdout } = await runMagpie(['call', 'boards.list', '--dry-run'], {
      MAGPIE_DATA_DIR: '/dev/null/nowhere',
      PORT: '4711',
    });
    expect([code, stdout.split('\n')[0]]).toEqual([0, 'MAGPIE_URL=http://127.0.0.1:4711']);
  });
});
