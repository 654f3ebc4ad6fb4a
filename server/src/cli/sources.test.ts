import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  metaFailure,
  metaPage,
  metaRecord,
  type MetaReply,
  metaServer,
  type MetaServer,
  metaToken,
} from '../ingestion/live/meta/metaServer.fixture.ts';
import {
  cleanUp,
  connectionOf,
  type Ended,
  enqueueJob,
  preparedDataFolder,
  runMagpie,
  type ServerProcess,
  startMagpie,
  startServer,
} from '../testing/process.ts';

const testOptions = { timeout: 600_000 };

let meta: MetaServer;
let reply: (parameters: URLSearchParams) => MetaReply | undefined;
let dataFolder: string;

beforeAll(async () => {
  meta = await metaServer((parameters) => reply(parameters));
});
afterAll(() => meta.close());

const sources = (...words: string[]): Promise<Ended> =>
  runMagpie(['sources', ...words], { MAGPIE_DATA_DIR: dataFolder });

const add = (name: string): Promise<Ended> => {
  const words = ['sources', 'add', 'meta-api', name, '--every', '6h', '--accessToken', '-'];
  const query = ['--countries', 'FR,DE', '--searchTerms', name, '--baseUrl', meta.baseUrl];
  const settings = { MAGPIE_DATA_DIR: dataFolder };
  return startMagpie([...words, ...query], settings, undefined, Buffer.from(`${metaToken}\n`)).ended;
};

describe('sources with a running server', testOptions, () => {
  let server: ServerProcess;
  beforeAll(async () => {
    dataFolder = await preparedDataFolder();
    server = await startServer(dataFolder);
  }, testOptions.timeout);
  afterAll(cleanUp);

  it('are added, run, listed, disabled, enabled and removed', async () => {
    reply = () => metaPage([metaRecord(1), metaRecord(2)]);
    expect(await add('oats')).toMatchObject({
      code: 0,
      stdout: "Added 'oats'; it runs every 6 h, for the first time within a minute.\n",
      stderr: '',
    });
    expect(await add('oats')).toMatchObject({
      code: 1,
      stdout: "A source named 'oats' already exists; remove it first or choose another name.\n",
    });
    expect(await sources('disable', 'oats')).toMatchObject({ code: 0, stdout: "Disabled 'oats'.\n" });
    const ran = await sources('run', 'oats');
    expect(ran).toMatchObject({ code: 0, stderr: '' });
    expect(ran.stdout).toMatch(/^2 read: .+ rejected\nDone: 2 read: .+ rejected\.\n$/);
    const listed = await sources('list');
    expect(listed.code).toBe(0);
    expect(listed.stdout.split('\n')).toEqual([
      'oats  meta-api, every 6 h, disabled',
      `  query      baseUrl ${meta.baseUrl}; countries FR, DE; searchTerms oats`,
      expect.stringMatching(/^ {2}last run {3}\d{4}-\d\d-\d\d \d\d:\d\d UTC, 2 read: .+; next after .+ UTC$/),
      expect.stringMatching(/^ {2}fresh {6}newest ads from meta-api \d{4}-\d\d-\d\d \d\d:\d\d UTC$/),
      '',
    ]);
    expect(await sources('enable', 'oats')).toMatchObject({ code: 0, stdout: "Enabled 'oats'.\n" });
    expect(await sources('remove', 'oats')).toMatchObject({ code: 0, stdout: "Removed 'oats'.\n" });
    expect(await sources('remove', 'oats')).toMatchObject({ code: 1 });
    expect((await sources('run', 'oats')).stdout).toBe(
      "Unknown source 'oats'; list all sources with sources list.\n",
    );
    expect((await sources('list')).stdout).toBe('No sources; add one with sources add.\n');
  });

  it('run on schedule, and run and list report a rejected token', async () => {
    reply = () => metaPage([metaRecord(3)]);
    await add('milk');
    await enqueueJob(connectionOf(dataFolder), 'sources');
    await vi.waitFor(async () => expect((await sources('list')).stdout).toContain('1 read: '), {
      timeout: 600_000,
      interval: 500,
    });
    reply = () => metaFailure(190, { error_subcode: 463 });
    const sentence = 'The access token has expired; create a new one at';
    const ran = await sources('run', 'milk');
    expect(ran).toMatchObject({ code: 1, stdout: expect.stringContaining(`\n${sentence}`) });
    expect((await sources('list')).stdout).toContain(`\n  error      ${sentence}`);
    await sources('remove', 'milk');
  });

  it('exit 2 for a usage error, before reading standard input', async () => {
    const wrong = await sources('add', 'meta-api', 'oats', '--accesToken', metaToken);
    expect(wrong).toMatchObject({ code: 2, stdout: '' });
    expect(wrong.stderr).toContain("Unknown option '--accesToken'; did you mean '--accessToken'?\nUsage: ");
    expect(wrong.stderr).toContain(' sources add <connector> <name> [options]\n');
    expect(await sources('run')).toMatchObject({ code: 2 });
    expect(await sources('list', 'all')).toMatchObject({ code: 2 });
  });

  it('never log a token', () => {
    expect(server.stderr()).toContain('source run failed: The access token has expired');
    expect(server.stderr()).not.toContain(metaToken.slice(0, 20));
  });
});

describe('sources', testOptions, () => {
  afterEach(cleanUp);

  it('do not block a shutdown while they wait for a response, and run without a server afterwards', async () => {
    dataFolder = await preparedDataFolder();
    const server = await startServer(dataFolder);
    reply = () => undefined;
    await add('oats');
    const before = meta.requests.length;
    const running = startMagpie(['sources', 'run', 'oats'], { MAGPIE_DATA_DIR: dataFolder });
    await vi.waitFor(() => expect(meta.requests.length).toBeGreaterThan(before), { timeout: 60_000 });
    expect((await server.end('SIGTERM')).code).toBe(0);
    expect(await running.ended).toMatchObject({ code: 1, stdout: expect.stringContaining('was stopped') });
    expect((await sources('list')).stdout).toMatch(/\n {2}error {6}The run was stopped early/);

    reply = () => metaPage([metaRecord(4), { id: '5' }]);
    const ran = await sources('run', 'oats');
    expect(ran.code).toBe(0);
    expect(ran.stdout).toMatch(/\nDone: 2 read: 1 new, 0 updated, 0 unchanged, 1 rejected\.\n {2}1 × .+\n$/);
  });
});
