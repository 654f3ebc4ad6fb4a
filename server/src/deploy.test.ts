import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { procedures } from '@magpie/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { ClickHouseEngine } from './db/clickhouse/clickhouse.ts';
import { readConfig } from './config/config.ts';
import { variables } from './config/variables.ts';
import { emptyClickHouse } from './testing/clickhouse.ts';
import { type Element, elementsOf, parseXml } from './testing/xml.ts';

const root = path.resolve(import.meta.dirname, '../..');
const read = (name: string): string => readFileSync(path.join(root, name), 'utf8');

interface Service {
  readonly image: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly depends_on?: Readonly<Record<string, { condition: string }>>;
  readonly command?: readonly string[];
  readonly healthcheck?: object;
  readonly networks?: readonly string[];
  readonly ports?: readonly string[];
  readonly volumes?: readonly string[];
  readonly user?: string;
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly restart?: string;
  readonly privileged?: boolean;
}

interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes: Readonly<Record<string, unknown>>;
  readonly networks?: Readonly<Record<string, { internal?: boolean } | null>>;
}

const compose = (name: string): Compose => parse(read(`deploy/${name}`), { merge: true }) as Compose;
const oneMachine = compose('one-machine.compose.yaml');
const manyMachines = compose('many-machines.compose.yaml');
const composeTexts = `${read('deploy/one-machine.compose.yaml')}${read('deploy/many-machines.compose.yaml')}`;

/** Each `${NAME…}` of the compose files, with the text after the name. */
const references = [...composeTexts.matchAll(/(?<!\$)\$\{(\w+)([^}]*)\}/g)].map(
  ([, name = '', rest = '']) => ({
    name,
    rest,
  }),
);
const isSecret = (name: string): boolean => /PASSWORD|SECRET|KEY/.test(name);

describe.each(Object.entries({ oneMachine, manyMachines }))(
  'the compose file %s',
  (_, { services, volumes }) => {
    const all = Object.entries(services);

    it.each(all)(
      '%s has a pinned image, restarts automatically, and gains no privileges',
      (_name, service) => {
        expect(service.image).toMatch(/:\d+\.\d+[\w.-]*$/);
        expect(service.restart).toMatch(/^(unless-stopped|on-failure:\d+)$/);
        expect(service.privileged).toBeUndefined();
        expect(service.security_opt).toEqual(['no-new-privileges:true']);
        // The image of Magpie has its own.
        expect(service.healthcheck !== undefined || service.image.startsWith('magpie:')).toBe(true);
      },
    );

    it('Magpie can write only to its data and to backups', () => {
      const nodes = all.map(([, service]) => service).filter(({ image }) => image.startsWith('magpie:'));
      for (const { read_only: readOnly, cap_drop: dropped } of nodes) {
        expect([readOnly, dropped]).toEqual([true, ['ALL']]);
      }
      const folders = nodes.map(({ volumes: mounted = [] }) => mounted.map((mount) => mount.split(':/')[1]));
      expect(folders).toEqual(nodes.map((_node, at) => (at === 0 ? ['data', 'backups'] : ['data'])));
      expect(nodes[0]?.volumes?.[1]).toBe('${MAGPIE_BACKUPS:-backups}:/backups');
    });

    it('depends only on existing services, and stores data in named volumes', () => {
      const mounts = all
        .flatMap(([, service]) => service.volumes ?? [])
        .map((mount) => mount.replace(/^\$\{\w+:-([^}]+)\}/, '$1'));
      const named = mounts.filter((mount) => !mount.startsWith('./')).map((mount) => mount.split(':')[0]);
      expect(new Set(named)).toEqual(new Set(Object.keys(volumes)));
      expect(new Set(named).size).toBe(named.length);
      for (const [, { depends_on: needed = {} }] of all) {
        for (const [name, { condition }] of Object.entries(needed)) {
          expect(services[name], name).toBeDefined();
          expect(condition).toMatch(/^service_(healthy|completed_successfully)$/);
        }
      }
      const files = mounts.filter((mount) => mount.startsWith('./') && !/\$\{|certificates/.test(mount));
      for (const file of files) {
        expect(existsSync(path.join(root, 'deploy', file.split(':')[0] ?? '')), file).toBe(true);
        expect(file).toMatch(/:ro$/);
      }
    });
  },
);

describe('networks', () => {
  it('one machine is only reachable locally', () => {
    expect(oneMachine.services['magpie']?.ports).toEqual([expect.stringMatching(/^127\.0\.0\.1:/)]);
  });

  it('with many machines only the proxy is reachable, and the engines have no outgoing access', () => {
    const open = Object.entries(manyMachines.services).filter(([, { ports }]) => ports !== undefined);
    expect(open.map(([name]) => name)).toEqual(['proxy']);
    expect(manyMachines.networks?.['engines']).toEqual({ internal: true });
    for (const [name, { networks }] of Object.entries(manyMachines.services)) {
      const expected = name.startsWith('magpie')
        ? ['front', 'engines']
        : [name === 'proxy' ? 'front' : 'engines'];
      expect(networks, name).toEqual(expected);
    }
  });
});

describe('the settings', () => {
  const nodes = Object.entries(manyMachines.services).filter(([name]) => name.startsWith('magpie'));

  it.each(nodes)('of %s are known variables with valid values', (_name, { environment = {} }) => {
    const known = new Set(Object.values(variables).map(({ name }) => name));
    for (const name of Object.keys(environment)) expect(known).toContain(name);
    const sample = (name: string): string =>
      name.endsWith('_URL') ? 'https://ads.example.com' : 'a1'.repeat(20);
    const filled = Object.entries(environment).map(([name, value]) => [
      name,
      value.replace(
        /\$\{(\w+)(:-([^}]*))?[^}]*\}/g,
        (_whole, variable: string, _default, value_) => value_ ?? sample(variable),
      ),
    ]);
    const config = readConfig(Object.fromEntries(filled) as Record<string, string>);
    expect(config.trustProxy).toBe(1);
    expect(config.s3Url).toMatchObject({ bucket: 'magpie', origin: 'http://files:8333' });
  });

  it('.env.example documents exactly the values of the compose files', () => {
    const example = read('deploy/.env.example');
    const listed = [...example.matchAll(/^(?:# )?([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name);
    const others = ['MAGPIE_PUBLISHED_PORT'];
    expect(new Set([...listed, ...others])).toEqual(new Set(references.map(({ name }) => name)));
    for (const name of listed) {
      const before =
        example.split('\n')[example.split('\n').findIndex((line) => line.match(`^(# )?${name}=`)) - 1];
      expect(before, name).toMatch(/^#|^S3_KEY=/);
    }
  });

  it('secrets have no defaults and are required', () => {
    const secrets = references.filter(({ name }) => isSecret(name));
    expect(new Set(secrets.map(({ name }) => name)).size).toBe(8);
    for (const { name, rest } of secrets) {
      expect(rest, name).toMatch(/^:\?/);
      expect(read('deploy/.env.example')).toMatch(new RegExp(`^${name}=$`, 'm'));
    }
  });

  it('magpie.env.example has every variable with its description', async () => {
    const entries = Object.values(variables).map(
      ({ name, meaning, fallbackText }) => `# ${meaning} Default: ${fallbackText}.\n# ${name}=\n`,
    );
    const head =
      '# Settings of Magpie: copy it to magpie.env and set what should not be as it is. `npm run deploy:env` writes this file.\n';
    await expect([head, ...entries].join('\n')).toMatchFileSnapshot(
      path.join(root, 'deploy/magpie.env.example'),
    );
  });
});

describe('ClickHouse', () => {
  const config = parseXml(read('deploy/clickhouse/config.xml'));
  const users = parseXml(read('deploy/clickhouse/users.xml'));
  const keeper = parseXml(read('deploy/clickhouse/keeper.xml'));
  const child = (element: Element, name: string): Element => {
    const found = element.children.find((one) => one.name === name);
    if (found === undefined) throw new Error(`<${element.name}> has no <${name}>.`);
    return found;
  };
  const servers = Object.entries(manyMachines.services).filter(([name]) => name.startsWith('clickhouse'));
  const keepers = Object.entries(manyMachines.services).filter(([name]) => name.startsWith('keeper'));
  let engine: ClickHouseEngine;

  beforeAll(async () => {
    engine = await emptyClickHouse('embedded');
  });
  afterAll(() => engine.close());

  it('has two shards of two replicas, consistent with the settings of each server', () => {
    const [cluster] = child(config, 'remote_servers').children;
    expect(cluster?.name).toBe(manyMachines.services['magpie-1']?.environment?.['CLICKHOUSE_CLUSTER']);
    const shards = elementsOf(config, 'remote_servers').flatMap((all) => elementsOf(all, 'shard'));
    const listed = shards.map((shard) => elementsOf(shard, 'host').map(({ text }) => text));
    const said = ['1', '2'].map((shard) =>
      servers
        .filter(([, { environment }]) => environment?.['CLICKHOUSE_SHARD'] === shard)
        .map(([name]) => name),
    );
    expect(listed).toEqual(said);
    expect(listed.map((replicas) => replicas.length)).toEqual([2, 2]);
    for (const shard of shards) expect(child(shard, 'internal_replication').text).toBe('true');
    for (const [name, { environment = {} }] of servers) {
      expect(name).toBe(`clickhouse-${environment['CLICKHOUSE_SHARD']}${environment['CLICKHOUSE_REPLICA']}`);
      expect(environment['CLICKHOUSE_HOST']).toBe(name);
    }
  });

  it('has three Keepers, configured on every server', () => {
    const known = elementsOf(child(config, 'zookeeper'), 'host').map(({ text }) => text);
    const peers = elementsOf(keeper, 'hostname').map(({ text }) => text);
    expect([known, peers]).toEqual([keepers.map(([name]) => name), keepers.map(([name]) => name)]);
    expect(elementsOf(keeper, 'id').map(({ text }) => text)).toEqual(['1', '2', '3']);
    expect(elementsOf(config, 'port').map(({ text }) => text)).toContain(
      elementsOf(keeper, 'tcp_port')[0]?.text,
    );
  });

  it('has every environment variable of its settings', () => {
    const taken = (element: Element): string[] => [
      ...(element.attributes['from_env'] === undefined ? [] : [element.attributes['from_env']]),
      ...element.children.flatMap(taken),
    ];
    for (const [, { environment = {} }] of servers) {
      expect(Object.keys(environment)).toEqual(expect.arrayContaining([...taken(config), ...taken(users)]));
    }
    for (const [, { environment = {} }] of keepers) expect(Object.keys(environment)).toEqual(taken(keeper));
  });

  it('supports every setting of the profile and of the server', async () => {
    const profile = child(child(users, 'profiles'), 'magpie').children.map(({ name }) => name);
    const found = await engine.read<{ name: string }>(
      'SELECT name FROM system.settings WHERE name IN {names:Array(String)}',
      { names: profile },
    );
    expect(new Set(found.map(({ name }) => name))).toEqual(new Set(profile));
    const own = ['max_server_memory_usage_to_ram_ratio', 'default_replica_path', 'default_replica_name'];
    for (const name of own) {
      const { text, attributes } = child(config, name);
      expect(text || attributes['from_env'], name).toBeTruthy();
    }
    const known = await engine.read<{ name: string }>(
      'SELECT name FROM system.server_settings WHERE name IN {names:Array(String)}',
      { names: own },
    );
    expect(known).toHaveLength(own.length);
  });

  it('shares memory if all servers are on one machine', () => {
    const shares = servers.map(([, { environment }]) =>
      Number(
        /^\$\{CLICKHOUSE_MEMORY_RATIO:-(.+)\}$/.exec(environment?.['CLICKHOUSE_MEMORY_RATIO'] ?? '')?.[1],
      ),
    );
    expect(shares.reduce((sum, share) => sum + share, 0)).toBeLessThanOrEqual(0.8);
  });

  it('has one user with a password set by the operator', () => {
    const [nobody, user] = child(users, 'users').children;
    expect([nobody?.name, nobody?.attributes]).toEqual(['default', { remove: 'remove' }]);
    expect(user?.name).toBe('magpie');
    expect(user && child(user, 'password').attributes).toEqual({ from_env: 'CLICKHOUSE_PASSWORD' });
  });
});

describe('the file storage', () => {
  const files = manyMachines.services['files'];
  const bucket = manyMachines.services['files-bucket']?.command?.[0] ?? '';

  it('uses the whole disk, and is healthy when S3 responds', () => {
    expect(files?.command?.[0]).toContain(' -volume.max=0 ');
    expect(files?.healthcheck).toMatchObject({
      test: ['CMD', 'wget', '-q', '-O', '-', 'http://127.0.0.1:8333/healthz'],
    });
  });

  it.each([
    ['exists', 'echo magpie', true],
    ['is created', 'grep -q create && touch made; [ ! -e made ] || echo magpie', true],
    ['cannot be created', 'echo refused', false],
  ])('the start continues only with a bucket: one that %s', (_name, weed, expected) => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'magpie-bucket-'));
    writeFileSync(path.join(folder, 'weed'), `#!/bin/sh\n${weed}\n`, { mode: 0o755 });
    const { status } = spawnSync('sh', ['-c', bucket], {
      cwd: folder,
      env: { PATH: `${folder}:${process.env['PATH']}` },
    });
    expect(status === 0).toBe(expected);
    rmSync(folder, { recursive: true });
  });
});

describe('the proxy', () => {
  const locations = read('deploy/nginx/locations.conf');

  it('allows the largest body of a procedure, and hides the metrics', () => {
    const largest = Math.max(...[...procedures.values()].map(({ bodyLimit = 0 }) => bodyLimit));
    const megabytes = Number(/^client_max_body_size (\d+)m;/m.exec(locations)?.[1]);
    expect(megabytes * 1024 ** 2).toBeGreaterThan(largest);
    expect(locations).toMatch(/location = \/metrics \{\s+return 404;/);
  });

  it('has every environment variable of its templates', () => {
    const names = ['upstream', 'http', 'https'].flatMap((name) =>
      [...read(`deploy/nginx/${name}.conf.template`).matchAll(/\$\{(\w+)\}/g)].map(
        ([, variable]) => variable,
      ),
    );
    expect(new Set(names)).toEqual(new Set(Object.keys(manyMachines.services['proxy']?.environment ?? {})));
  });
});

describe('PostgreSQL', () => {
  const postgres = '/usr/lib/postgresql/15/bin/postgres';
  it.skipIf(!existsSync(postgres))('reads its settings', () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'magpie-settings-'));
    chmodSync(folder, 0o755);
    const file = path.join(folder, 'magpie.conf');
    copyFileSync(path.join(root, 'deploy/postgres/magpie.conf'), file);
    // PostgreSQL refuses to run as root.
    const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
    const valueOf = (name: string): string =>
      execFileSync(postgres, [`--config-file=${file}`, '-D', folder, '-C', name], {
        encoding: 'utf8',
        ...nobody,
      }).trim();
    expect([valueOf('max_connections'), valueOf('shared_buffers')]).toEqual(['100', '131072']);
    rmSync(folder, { recursive: true });
  });
});

describe('the Dockerfile', () => {
  const instructions = read('Dockerfile')
    .replace(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => /^[A-Z]+ /.test(line))
    .map((line) => ({ word: line.split(' ', 1)[0], rest: line.replace(/^\w+ /, '') }));
  const unit = read('deploy/magpie.service');
  const of = (word: string): string[] =>
    instructions.filter((one) => one.word === word).map(({ rest }) => rest);
  const last = instructions.slice(instructions.findLastIndex(({ word }) => word === 'FROM'));

  it('copies the manifest of every workspace, and only existing files', () => {
    const { workspaces } = JSON.parse(read('package.json')) as { workspaces: string[] };
    for (const name of workspaces) expect(of('COPY')).toContain(`${name}/package.json ${name}/`);
    const sources = of('COPY')
      .filter((rest) => !rest.startsWith('--from'))
      .flatMap((rest) => rest.split(' ').slice(0, -1));
    for (const source of sources) expect(existsSync(path.join(root, source)), source).toBe(true);
  });

  it('uses a pinned image with glibc and runs as an unprivileged user', () => {
    const { engines } = JSON.parse(read('package.json')) as { engines: { node: string } };
    const version = /^NODE_IMAGE=node:(\d+)\.(\d+)\.\d+-bookworm-slim$/.exec(of('ARG')[0] ?? '');
    expect(engines.node).toBe('>=20.19');
    expect(Number(version?.[1]) * 1000 + Number(version?.[2])).toBeGreaterThanOrEqual(20_019);
    expect(last.filter(({ word }) => word === 'USER')).toEqual([{ word: 'USER', rest: 'node' }]);
  });

  it('starts node directly, so that it receives signals, with the arguments of npm start and systemd', () => {
    const words = ['ENTRYPOINT', 'CMD'].flatMap((word) => JSON.parse(of(word)[0] ?? '[]') as string[]);
    const { scripts } = JSON.parse(read('package.json')) as { scripts: { start: string } };
    expect(scripts.start).toBe(`exec ${words.join(' ')}`);
    expect(unit).toContain(`\nExecStart=${words.join(' ')}\n`);
  });

  it('has a writable folder for backups, like the systemd unit, and nothing but the package of a release', () => {
    expect(of('RUN')).toContain('mkdir /data /backups && chown node:node /data /backups');
    expect(unit).toContain('\nReadWritePaths=-/backups\n');
    expect(last.filter(({ word }) => word === 'COPY').map(({ rest }) => rest)).toEqual([
      '--from=packages /magpie ./',
    ]);
    expect(of('RUN')).toContain('npm ci');
  });

  it('has a data volume and a health check, and contains no secrets', () => {
    expect(of('VOLUME')).toEqual(['/data']);
    expect(of('HEALTHCHECK')[0]).toContain('/healthz');
    const given = [...of('ENV'), ...of('ARG')].join(' ');
    const secrets = Object.values(variables).filter((variable) => 'secret' in variable && variable.secret);
    for (const { name } of secrets) expect(given).not.toContain(name);
    for (const name of ['**/.env', '**/magpie.env', '.git', '**/node_modules']) {
      expect(read('.dockerignore').split('\n')).toContain(name);
    }
  });
});
