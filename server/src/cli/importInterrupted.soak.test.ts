import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { ads, complaints, imports, summary, write } from '../testing/imports.ts';
import { cleanUp, preparedDataFolder, startMagpie, startServer } from '../testing/process.ts';

describe('import interrupted', () => {
  afterEach(cleanUp);
  /** Two batches: the second has started when the first is acknowledged. */
  const manyAds = 10_000;

  const begun = async (folder: string, file: string): Promise<ReturnType<typeof startMagpie>> => {
    const importing = startMagpie(['import', file], { MAGPIE_DATA_DIR: folder });
    const isAcknowledged = (): boolean =>
      existsSync(path.join(folder, 'imports')) &&
      readdirSync(path.join(folder, 'imports')).some((name) => name.endsWith('.json'));
    while (!isAcknowledged()) await new Promise((resolve) => setTimeout(resolve, 5));
    return importing;
  };

  it('by Ctrl-C finishes its batch, explains how to resume and exits 130; then resumes', async () => {
    const folder = await preparedDataFolder();
    // The current batch is finished, and another one remains.
    const evenMore = manyAds + 1;
    const file = write(folder, 'ads.jsonl', ads(evenMore));
    const stopped = await (await begun(folder, file)).end('SIGINT');
    expect([stopped.code, complaints(stopped)]).toEqual([130, 'Run the same command again to resume.\n']);
    const done = summary(stopped).read ?? 0;
    expect(done % 5000).toBe(0);
    expect(done).toBeLessThan(evenMore);
    const resumed = await imports(folder, file);
    expect(resumed.stdout).toMatch(/^Resuming an interrupted import: [\d,]+ records are done/);
    expect([resumed.code, summary(resumed)]).toMatchObject([0, { read: evenMore, new: evenMore }]);
  });

  it('by SIGKILL resumes, and every ad exists once', async () => {
    const folder = await preparedDataFolder();
    const file = write(folder, 'ads.jsonl', ads(manyAds));
    await (await begun(folder, file)).end('SIGKILL');
    const resumed = await imports(folder, file);
    expect(resumed.code, resumed.stderr).toBe(0);
    const { read, new: created = 0, unchanged = 0 } = summary(resumed);
    expect([read, created + unchanged]).toEqual([manyAds, manyAds]);
    expect(summary(await imports(folder, file))).toMatchObject({ unchanged: manyAds, new: 0, updated: 0 });
  });

  it('by a server stop exits 1, and resumes when the server is back', async () => {
    const folder = await preparedDataFolder();
    const file = write(folder, 'ads.jsonl', ads(manyAds));
    const server = await startServer(folder);
    const importing = await begun(folder, file);
    await server.end('SIGKILL');
    const ended = await importing.ended;
    expect([ended.code, complaints(ended)]).toEqual([
      1,
      'The server stopped before the command was finished; check its log and try again.\nRun the same command again to resume.\n',
    ]);
    await startServer(folder);
    const resumed = await imports(folder, file);
    const { read, new: created = 0, unchanged = 0 } = summary(resumed);
    expect([resumed.code, read, created + unchanged]).toEqual([0, manyAds, manyAds]);
  });
});
