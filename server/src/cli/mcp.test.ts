import { fileURLToPath } from 'node:url';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { agentAt, newAgent, revisions, useTool } from '../testing/mcp.ts';
import { postgresLanes } from '../testing/postgres.ts';
import { runMagpie, startMagpie } from '../testing/process.ts';
import { startService, type TestService } from '../testing/service.ts';

const [lane] = postgresLanes;
if (lane === undefined) throw new Error('no embedded lane');

const entry = fileURLToPath(new URL('../../dist/main.js', import.meta.url));

const root = fileURLToPath(new URL('../../..', import.meta.url));
/** What was built, and the same as the page about agents says to start it. */
const commands = {
  built: { command: process.execPath, args: [entry, 'mcp'] },
  documented: { command: 'npm', args: ['run', '--silent', '--prefix', root, 'magpie', '--', 'mcp'] },
};

/** As an agent starts it; whatever else the process prints there is no message, and fails the client. */
async function agentBeside(
  url: string,
  key: string,
  revision: 'today' | 'before',
  how: keyof typeof commands = 'built',
) {
  const problem = inject('buildProblem');
  if (problem) throw new Error(problem);
  const agent = newAgent(revision);
  const strays: Error[] = [];
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- it has no other way
  agent.onerror = (error) => void strays.push(error);
  const env = { PATH: process.env['PATH'] ?? '', MAGPIE_URL: url, MAGPIE_KEY: key };
  await agent.connect(new StdioClientTransport({ ...commands[how], env, stderr: 'pipe' }));
  return { agent, strays };
}

describe('magpie mcp', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService(lane, { writeLimit: 2 });
  });
  afterAll(() => service.close());

  it('offers the same as /mcp over standard input and output, and prints nothing else', async () => {
    const ann = await service.newcomer();
    const { agent, strays } = await agentBeside(service.address, ann.key, 'before');
    const remote = await agentAt(service.address, ann.key);
    expect((await agent.listTools()).tools).toEqual((await remote.listTools()).tools);
    const made = await useTool(agent, 'create_board', { name: 'Made beside' });
    expect((await useTool(remote, 'list_boards')).json.boards).toEqual([made.json]);
    expect((await agent.listResources()).resources).toHaveLength(1);
    await expect(agent.readResource({ uri: 'magpie://boards/7777' })).rejects.toThrow(/"Made beside"/);
    const wrong = await useTool(agent, 'read', { procedure: 'boards.list', input: { nmae: 1 } });
    expect(wrong).toMatchObject({ isError: true, text: expect.stringContaining("Unknown field 'nmae'") });
    await useTool(agent, 'create_board', { name: 'Another' });
    const tooMuch = await useTool(agent, 'create_board', { name: 'One too many' });
    expect(tooMuch).toMatchObject({ isError: true, text: expect.stringMatching(/wait \d+ seconds/) });
    await agent.close();
    await remote.close();
    expect(strays).toEqual([]);
  });

  it('supports the newest revision when started by npm as documented, and reports a server that does not respond', async () => {
    const { agent, strays } = await agentBeside(
      'http://127.0.0.1:9',
      service.owner.key,
      'today',
      'documented',
    );
    expect(agent.getNegotiatedProtocolVersion()).toBe(revisions.today);
    expect(await useTool(agent, 'list_boards')).toMatchObject({
      isError: true,
      text: expect.stringContaining('http://127.0.0.1:9 did not respond'),
    });
    await agent.close();
    expect(strays).toEqual([]);
  });

  it('responds to requests sent before the input ended', async () => {
    const ann = await service.newcomer();
    const messages = [
      { method: 'tools/call', params: { name: 'create_board', arguments: { name: 'Piped' } } },
      { method: 'tools/call', params: { name: 'list_boards', arguments: {} } },
    ];
    const lines = messages.map((message, id) => `${JSON.stringify({ jsonrpc: '2.0', id, ...message })}\n`);
    const settings = { MAGPIE_URL: service.address, MAGPIE_KEY: ann.key };
    const { ended } = startMagpie(['mcp'], settings, undefined, Buffer.from(lines.join('')));
    const { code, stdout, stderr } = await ended;
    expect([code, stderr]).toEqual([0, '']);
    const responses = stdout.trimEnd().split('\n');
    expect(new Set(responses.map((line) => JSON.parse(line).id))).toEqual(new Set([0, 1]));
    expect(stdout).toContain('Piped');
  });

  it('rejects a batch of messages and continues', async () => {
    const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
    const lines = [[ping], { hello: 1 }, ping].map((line) => `${JSON.stringify(line)}\n`).join('');
    const settings = { MAGPIE_URL: service.address, MAGPIE_KEY: service.owner.key };
    const { code, stdout, stderr } = await startMagpie(['mcp'], settings, undefined, Buffer.from(lines))
      .ended;
    expect([code, stderr]).toEqual([0, '']);
    const responses = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    const refusal = {
      jsonrpc: '2.0',
      error: { code: -32600, message: expect.stringContaining('one JSON-RPC 2.0 message') },
    };
    expect(responses).toEqual([refusal, refusal, { jsonrpc: '2.0', id: 1, result: {} }]);
  });

  it('reports a missing key on standard error', async () => {
    const { code, stdout, stderr } = await runMagpie(['mcp'], {});
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain('MAGPIE_KEY is not set');
  });
});
