import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from './config.ts';
import { variables } from './variables.ts';

const fieldOf = new Map(Object.entries(variables).map(([field, { name }]) => [name, field]));

/** The value that readConfig returns for one variable. */
function read(name: string, text: string): unknown {
  const config: Record<string, unknown> = readConfig({ [name]: text });
  return config[fieldOf.get(name) ?? ''];
}

function about(name: string): [expected: string, isSecret: boolean] {
  const found = Object.values<{ name: string; expected: string; secret?: true }>(variables).find(
    (variable) => variable.name === name,
  );
  return [found?.expected ?? '', found?.secret ?? false];
}

function configError(environment: NodeJS.ProcessEnv): string {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return 'no error';
}

/** A variable that a program reads or sets for another: `process.env.X`, `process.env['X']`, `${X`, `export X`. */
const usedVariable = /(?:process\.env(?:\.|\[')|\$\{|export )MAGPIE_[A-Z_]+/g;

const longWord = 'a'.repeat(256);

/** For each variable, valid values with their parsed form, and invalid values. */
const examples: Readonly<Record<string, { right: [string, unknown][]; wrong: string[] }>> = {
  PORT: {
    right: [
      ['0', 0],
      ['65535', 65_535],
      [' 8080 ', 8080],
    ],
    wrong: ['65536', '-1', '1e3', '80.0', '0x50', 'http', '٣'],
  },
  HOST: {
    right: [
      ['0.0.0.0', '0.0.0.0'],
      ['::1', '::1'],
      ['my-host.example', 'my-host.example'],
    ],
    wrong: ['my host', 'http://localhost', '[::1]'],
  },
  MAGPIE_DATA_DIR: {
    right: [
      ['/srv/magpie/', '/srv/magpie'],
      ['elsewhere', path.resolve('elsewhere')],
    ],
    wrong: ['/srv/\0magpie'],
  },
  MAGPIE_PUBLIC_URL: {
    right: [
      ['https://ads.example.com/', 'https://ads.example.com'],
      ['http://example.com/magpie', 'http://example.com/magpie'],
    ],
    wrong: ['ads.example.com', 'ftp://example.com', 'https://example.com/?a=b', 'https://example.com/#a'],
  },
  MAGPIE_BOOTSTRAP_KEY: {
    right: [['a'.repeat(32), 'a'.repeat(32)]],
    wrong: ['a'.repeat(31), longWord, `${'a'.repeat(40)}-`],
  },
  MAGPIE_URL: {
    right: [['http://127.0.0.1:3000/', 'http://127.0.0.1:3000']],
    wrong: ['127.0.0.1:3000', 'https://ann:secret@ads.example.com', 'https://example.com/?a=b'],
  },
  MAGPIE_KEY: {
    right: [['a'.repeat(32), 'a'.repeat(32)]],
    wrong: ['a'.repeat(31), 'mgp_…'],
  },
  MAGPIE_DEMO_ADS: {
    right: [
      ['0', 0],
      ['10000000', 10_000_000],
    ],
    wrong: ['-1', '10000001', 'many'],
  },
  MAGPIE_TRUST_PROXY: {
    right: [
      ['off', false],
      ['2', 2],
      ['10.0.0.0/8, ::1', ['10.0.0.0/8', '::1']],
    ],
    wrong: ['0', '11', 'on', '10.0.0.0/33', '10.0.0', 'fd00::/129'],
  },
  MAGPIE_CORS_ORIGINS: {
    right: [['https://a.example, http://localhost:5173', ['https://a.example', 'http://localhost:5173']]],
    wrong: ['*', 'https://a.example/path', 'a.example', 'https://a.example,,'],
  },
  MAGPIE_FETCH_ALLOW: {
    right: [
      ['127.0.0.1:8080, [::1]:80', ['127.0.0.1:8080', '[::1]:80']],
      ['Intranet.Example:0443', ['intranet.example:443']],
      ['127.1:8080', ['127.0.0.1:8080']],
    ],
    wrong: [
      'intranet.example',
      'http://intranet.example:80',
      '::1:80',
      'a:0',
      'a:65536',
      'u@a:80',
      'a:80/b',
      '*:80,',
    ],
  },
  MAGPIE_PICTURE_MB: {
    right: [
      ['1', 1],
      ['100', 100],
    ],
    wrong: ['0', '101', '15 MB', '1.5'],
  },
  MAGPIE_VIDEO_MB: {
    right: [
      ['0', 0],
      ['250', 250],
    ],
    wrong: ['-1', '251', 'all'],
  },
  MAGPIE_MEDIA_MB: { right: [['0', 0]], wrong: ['-1', '100000001', 'all'] },
  MAGPIE_PICTURE_CACHE_MB: { right: [['0', 0]], wrong: ['-1', '100000001', 'all'] },
  MAGPIE_PICTURE_WORDS: { right: [['off', 'off']], wrong: ['yes', 'ON', '1'] },
  MAGPIE_RESEARCH_CACHE_MB: { right: [['0', 0]], wrong: ['-1', '1000001', 'all'] },
  MAGPIE_SIGN_UP: {
    right: [
      ['open', 'open'],
      ['closed', 'closed'],
    ],
    wrong: ['everybody', 'OPEN', 'off'],
  },
  MAGPIE_SECRET: {
    right: [['a'.repeat(32), 'a'.repeat(32)]],
    wrong: ['a'.repeat(31), longWord, `${'a'.repeat(40)} b`],
  },
  MAGPIE_OAUTH_GOOGLE: {
    right: [['id:se:cret', { id: 'id', secret: 'se:cret' }]],
    wrong: ['id', ':secret', 'id:', 'i d:secret'],
  },
  MAGPIE_OAUTH_GITHUB: { right: [['a:b', { id: 'a', secret: 'b' }]], wrong: ['a b'] },
  MAGPIE_OAUTH_MICROSOFT: { right: [['a:b', { id: 'a', secret: 'b' }]], wrong: ['a b'] },
  MAGPIE_OIDC_ISSUER: { right: [], wrong: ['login.example.com', 'ftp://login.example.com'] },
  MAGPIE_OIDC_CLIENT: { right: [], wrong: ['a b', 'ab'] },
  SMTP_URL: {
    right: [['smtps://u:p@h:465', 'smtps://u:p@h:465']],
    wrong: ['http://h:25', 'secret:25'],
  },
  MAGPIE_MAIL_FROM: {
    right: [
      ['Ads Team <ads@example.com>', 'Ads Team <ads@example.com>'],
      ['ads@example.com', 'ads@example.com'],
    ],
    wrong: ['Ads Team', 'Ads\nBcc: x <a@example.com>', 'a@b, c@d', 'Ads <a b@example.com>'],
  },
  DATABASE_URL: {
    right: [['postgres://u:p@h/d', 'postgres://u:p@h/d']],
    wrong: ['mysql://u:p@h/d', 'localhost:5432/secret'],
  },
  CLICKHOUSE_URL: {
    right: [['http://u:p@h:8123/d', 'http://u:p@h:8123/d']],
    wrong: ['clickhouse://u:p@h:9000/d', 'secret'],
  },
  CLICKHOUSE_CLUSTER: { right: [], wrong: ['two words', longWord, 'a.b'] },
  REDIS_URL: {
    right: [['rediss://:p@h:6380/1', 'rediss://:p@h:6380/1']],
    wrong: ['http://h:6379', 'secret:6379'],
  },
  S3_URL: {
    right: [
      [
        'https://key:sec%2Fret@s3.example.com/ads?region=eu-central-1',
        {
          origin: 'https://s3.example.com',
          bucket: 'ads',
          region: 'eu-central-1',
          key: 'key',
          secret: 'sec/ret',
        },
      ],
      [
        'http://a:b@127.0.0.1:9000/my-bucket/',
        {
          origin: 'http://127.0.0.1:9000',
          bucket: 'my-bucket',
          region: 'us-east-1',
          key: 'a',
          secret: 'b',
        },
      ],
    ],
    wrong: [
      'https://h/bucket',
      's3://a:b@h/bucket',
      'https://a:b@h',
      'https://a:b@h/b/c',
      'https://a:b@h/bucket?x=1',
    ],
  },
  MAGPIE_STUDIO_MB: { right: [['1', 1]], wrong: ['0', '100000001', '2 GB'] },
  MAGPIE_ROBOTS: { right: [['ignore', 'ignore']], wrong: ['no', 'RESPECT'] },
  AI_IMAGE_URL: { right: [], wrong: ['api.example.com', 'ftp://api.example.com/v1'] },
  AI_IMAGE_KEY: { right: [['sk-1', 'sk-1']], wrong: ['two words'] },
  AI_IMAGE_MODEL: { right: [['image-1', 'image-1']], wrong: ['two words'] },
  AI_IMAGE_COST: {
    right: [
      ['0', 0],
      ['0.04', 0.04],
    ],
    wrong: ['-1', '1001', '4 cents', '.5'],
  },
  AI_TEXT_URL: { right: [], wrong: ['api.example.com', 'ftp://api.example.com/v1'] },
  AI_TEXT_KEY: { right: [['sk-1', 'sk-1']], wrong: ['two words'] },
  AI_TEXT_MODEL: { right: [['text-1', 'text-1']], wrong: ['two words'] },
  MAGPIE_EMBEDDINGS: {
    right: [
      ['static', 'static'],
      ['minilm', 'minilm'],
    ],
    wrong: ['openai', 'ftp://example.com/v1', 'api.example.com/v1'],
  },
  MAGPIE_EMBEDDINGS_MODEL: { right: [['text-embed-3', 'text-embed-3']], wrong: ['two words', 'é'] },
  MAGPIE_EMBEDDINGS_KEY: { right: [['sk-123', 'sk-123']], wrong: ['two words'] },
  MAGPIE_LIMIT_READ: { right: [['1', 1]], wrong: ['0', '1000001', '10 per minute'] },
  MAGPIE_LIMIT_WRITE: { right: [['1000000', 1_000_000]], wrong: ['0', '1000001', '-5'] },
  MAGPIE_LIMIT_AUTH_FAILURES: { right: [['5', 5]], wrong: ['0', '1000001', 'none'] },
  MAGPIE_LIMIT_PUBLIC: { right: [['7', 7]], wrong: ['0', '1000001', 'all'] },
  MAGPIE_LIMIT_PICTURES: { right: [['9', 9]], wrong: ['0', '1000001', 'all'] },
  MAGPIE_LIMIT_SIGN_IN: { right: [['3', 3]], wrong: ['0', '1000001', 'few'] },
  MAGPIE_LOG_LEVEL: { right: [['debug', 'debug']], wrong: ['verbose', 'INFO', 'trace'] },
  MAGPIE_LOG_FORMAT: { right: [['pretty', 'pretty']], wrong: ['text', 'JSON'] },
};

describe('readConfig', () => {
  it('returns the defaults when no variable is set', () => {
    expect(readConfig({ MAGPIE_DATA_DIR: '/srv' })).toEqual({
      port: 3000,
      host: '127.0.0.1',
      dataFolder: '/srv',
      publicUrl: null,
      bootstrapKey: null,
      demoAds: 20_000,
      trustProxy: false,
      corsOrigins: [],
      fetchAllow: [],
      pictureMegabytes: 15,
      videoMegabytes: 50,
      mediaMegabytes: 2048,
      pictureCacheMegabytes: 512,
      pictureWords: 'auto',
      researchCacheMegabytes: 256,
      signUp: 'invited',
      secret: null,
      googleClient: null,
      githubClient: null,
      microsoftClient: null,
      oidcIssuer: null,
      oidcClient: null,
      smtpUrl: null,
      mailFrom: 'Magpie <magpie@localhost>',
      databaseUrl: null,
      clickhouseUrl: null,
      clickhouseCluster: null,
      redisUrl: null,
      s3Url: null,
      studioMegabytes: 2048,
      robots: 'respect',
      imageUrl: null,
      imageKey: null,
      imageModel: null,
      imageCost: null,
      textUrl: null,
      textKey: null,
      textModel: null,
      embeddings: 'static',
      embeddingsModel: null,
      embeddingsKey: null,
      readLimit: 600,
      writeLimit: 120,
      authFailureLimit: 30,
      publicLimit: 120,
      pictureLimit: 1200,
      signInLimit: 10,
      logLevel: 'info',
      logFormat: 'auto',
      calledUrl: null,
      callerKey: null,
    });
  });

  it('requires a model name for an embeddings service', () => {
    const address = { MAGPIE_EMBEDDINGS: 'https://api.example.com/v1/' };
    expect(() => readConfig(address)).toThrow(
      'MAGPIE_EMBEDDINGS_MODEL: expected the name of a model of the service in MAGPIE_EMBEDDINGS, got none.',
    );
    expect(readConfig({ ...address, MAGPIE_EMBEDDINGS_MODEL: 'small' })).toMatchObject({
      embeddings: 'https://api.example.com/v1',
      embeddingsModel: 'small',
    });
  });

  it.each(['AI_IMAGE', 'AI_TEXT'])('requires a model name for %s_URL', (service) => {
    const address = { [`${service}_URL`]: 'https://api.example.com/v1' };
    expect(configError(address)).toBe(
      `${service}_MODEL: expected the name of a model of the service in ${service}_URL, got none.`,
    );
    expect(configError({ ...address, [`${service}_MODEL`]: 'one' })).toBe('no error');
  });

  it('treats an empty or blank variable as unset', () => {
    const names = Object.values(variables).map(({ name }) => name);
    for (const nothing of ['', '  ']) {
      expect(readConfig(Object.fromEntries(names.map((name) => [name, nothing])))).toEqual(readConfig({}));
    }
  });

  it('has examples in this test for every variable', () => {
    expect(Object.keys(examples).toSorted()).toEqual([...fieldOf.keys()].toSorted());
  });

  const right = Object.entries(examples).flatMap(([name, { right: values }]) =>
    values.map(([text, meaning]) => [name, text, meaning] as const),
  );
  it.each(right)('%s=%s is valid', (name, text, meaning) => {
    expect(read(name, text)).toEqual(meaning);
  });

  const wrong = Object.entries(examples).flatMap(([name, { wrong: values }]) =>
    values.map((text) => [name, text] as const),
  );
  it.each(wrong)('%s=%j is rejected with its name, the expected form and the value', (name, text) => {
    const [expected, isSecret] = about(name);
    const isHidden = isSecret || /:.*@|\?/.test(text);
    const got = isHidden ? `${text.length} characters that do not fit` : JSON.stringify(text.slice(0, 80));
    expect(configError({ [name]: text })).toBe(`${name}: expected ${expected}, got ${got}.`);
  });

  it('never prints a value that may contain a password or a key', () => {
    const secrets = [...fieldOf.keys()].filter((name) => about(name)[1]);
    expect(secrets).toEqual([
      'MAGPIE_BOOTSTRAP_KEY',
      'MAGPIE_SECRET',
      'MAGPIE_OAUTH_GOOGLE',
      'MAGPIE_OAUTH_GITHUB',
      'MAGPIE_OAUTH_MICROSOFT',
      'MAGPIE_OIDC_CLIENT',
      'SMTP_URL',
      'DATABASE_URL',
      'CLICKHOUSE_URL',
      'REDIS_URL',
      'S3_URL',
      'AI_IMAGE_KEY',
      'AI_TEXT_KEY',
      'MAGPIE_EMBEDDINGS_KEY',
      'MAGPIE_KEY',
    ]);
    for (const name of secrets) {
      expect(configError({ [name]: 'ftp://user:pass word' })).not.toContain('pass word');
    }
    const addresses = ['http://ann:hunter2@x', 'ann:hunter2@x', 'https://hunter2@x', 'http://x/?key=hunter2'];
    for (const name of ['HOST', 'MAGPIE_PUBLIC_URL', 'MAGPIE_URL', 'MAGPIE_CORS_ORIGINS']) {
      for (const address of addresses) expect(configError({ [name]: address })).not.toContain('hunter2');
    }
    expect(configError({ MAGPIE_MAIL_FROM: 'ann@' })).toContain('got "ann@"');
  });

  it('reports all problems at once, one per line', () => {
    expect(configError({ PORT: 'a', MAGPIE_LOG_LEVEL: 'b', REDIS_URL: 'c' }).split('\n')).toEqual([
      'PORT: expected a whole number from 0 to 65535, got "a".',
      'REDIS_URL: expected an address such as redis://:password@host:6379/0, got 1 characters that do not fit.',
      'MAGPIE_LOG_LEVEL: expected debug, info, warn, error or silent, got "b".',
    ]);
  });

  it.each([
    ['MAGPIE_DEMO_AD', 'MAGPIE_DEMO_ADS'],
    ['MAGPIE_DATADIR', 'MAGPIE_DATA_DIR'],
    ['MAGPIE_BOOTSTRAP_KYE', 'MAGPIE_BOOTSTRAP_KEY'],
    ['MAGPIE_PORT', 'PORT'],
    ['MAGPIE_DATABASE_URL', 'DATABASE_URL'],
  ])('rejects the unknown variable %s and suggests %s', (name, meant) => {
    expect(configError({ [name]: 'hunter2' })).toBe(`${name}: no such setting; use ${meant} instead.`);
    expect(configError({ [name]: ' ' })).toBe('no error');
  });

  it('rejects an unknown variable that resembles no other', () => {
    expect(configError({ MAGPIE_COLOUR_SCHEME: 'dark', PORT: 'a' }).split('\n')).toEqual([
      'PORT: expected a whole number from 0 to 65535, got "a".',
      'MAGPIE_COLOUR_SCHEME: no such setting; remove it, or see docs/configuration.md.',
    ]);
  });

  it('ignores the variables that Kubernetes and Docker set for a service named magpie', () => {
    const links = {
      MAGPIE_SERVICE_HOST: '10.0.0.7',
      MAGPIE_SERVICE_PORT: '3000',
      MAGPIE_SERVICE_PORT_HTTP: '3000',
      MAGPIE_PORT: 'tcp://10.0.0.7:3000',
      MAGPIE_PORT_3000_TCP: 'tcp://10.0.0.7:3000',
      MAGPIE_PORT_3000_TCP_ADDR: '10.0.0.7',
      MAGPIE_PORT_3000_TCP_PORT: '3000',
      MAGPIE_PORT_3000_TCP_PROTO: 'tcp',
    };
    expect(configError(links)).toBe('no error');
  });

  it('ignores the variables of tests, journeys and compose files, and lists all of them', () => {
    const root = fileURLToPath(new URL('../../..', import.meta.url));
    const places = ['.ci', 'bench', 'dashboard', 'deploy', 'extension', 'scripts', 'server/src'];
    const names = places
      .flatMap((place) => readdirSync(path.join(root, place), { recursive: true, withFileTypes: true }))
      .map((entry) => path.join(entry.parentPath, entry.name))
      .filter((file) => !/\/(node_modules|dist|\.\w+)\//.test(path.relative(root, file)))
      .filter(
        (file) => /(\/\.ci\/run|\.(ts|tsx|mjs|cjs|sh|yaml))$/.test(file) && !file.endsWith('config.test.ts'),
      )
      .flatMap((file) => readFileSync(file, 'utf8').match(usedVariable) ?? []);
    expect(names.length).toBeGreaterThan(20);
    const used = [...new Set(names.map((text) => text.replace(/^\W*(process\.env\W*|export )?/, '')))];
    for (const name of used.filter((each) => !fieldOf.has(each))) {
      expect(configError({ [name]: '1' }), name).toBe('no error');
    }
  });

  it('accepts an OIDC issuer only together with its client', () => {
    const sentence = 'MAGPIE_OIDC_ISSUER and MAGPIE_OIDC_CLIENT: expected both or neither, got one.';
    const issuer = { MAGPIE_OIDC_ISSUER: 'https://login.example.com/' };
    const client = { MAGPIE_OIDC_CLIENT: 'id:secret' };
    expect([configError(issuer), configError(client)]).toEqual([sentence, sentence]);
    expect(readConfig({ ...issuer, ...client })).toMatchObject({
      oidcIssuer: 'https://login.example.com',
      oidcClient: { id: 'id', secret: 'secret' },
    });
  });

  it('accepts CLICKHOUSE_CLUSTER only together with CLICKHOUSE_URL', () => {
    const cluster = { CLICKHOUSE_CLUSTER: 'main' };
    expect(configError(cluster)).toBe('CLICKHOUSE_CLUSTER: expected CLICKHOUSE_URL to be set too, got none.');
    expect(readConfig({ ...cluster, CLICKHOUSE_URL: 'http://h:8123' }).clickhouseCluster).toBe('main');
  });
});

describe('the default data folder', () => {
  const built = fileURLToPath(new URL('../../dist/config/config.js', import.meta.url));

  /** The default of a process that was started in this folder. */
  function defaultFrom(cwd: string): string {
    const program = `const { readConfig } = await import(${JSON.stringify(built)}); console.log(readConfig({}).dataFolder)`;
    return execFileSync(process.execPath, ['--input-type=module', '-e', program], {
      cwd,
      encoding: 'utf8',
    }).trim();
  }

  it('is ./data; as root below a private folder, /var/lib/magpie', () => {
    const top = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'magpie-config-')));
    const project = path.join(top, 'project');
    mkdirSync(project, { mode: 0o755 });
    const isRoot = process.getuid?.() === 0;
    try {
      chmodSync(top, 0o755);
      expect(defaultFrom(project)).toBe(path.join(project, 'data'));
      chmodSync(top, 0o700);
      expect(defaultFrom(project)).toBe(isRoot ? '/var/lib/magpie' : path.join(project, 'data'));
    } finally {
      rmSync(top, { recursive: true });
    }
  });
});
