import { describe, expect, it } from 'vitest';
import { metaApiConnector } from '../ingestion/live/meta/metaApiLive.ts';
import { tiktokApiConnector } from '../ingestion/live/tiktok/tiktokApiLive.ts';
import { describeOptions, readSourceArguments, splitSecrets, toArguments } from './sourceArguments.ts';

const token = `EAAB${'Kq4'.repeat(30)}`;
const available =
  'meta-api, tiktok-api, linkedin-api, google-transparency, microsoft-ads, snap-ads, apple-ads';
const meta = ['meta-api', 'oats', '--accessToken', token, '--countries', 'FR'];

describe('the arguments of sources add', () => {
  it('are converted to the types of the connector', () => {
    const words = ['--searchTerms', 'oat milk, bio', '--countries=FR, de', '--countries', 'IT'];
    const more = ['--access-token', token, '--exactPhrase', '--most', '500', '--every', '6h'];
    expect(readSourceArguments(['meta-api', 'oats', ...words, ...more])).toEqual({
      connector: metaApiConnector,
      name: 'oats',
      everyMinutes: 360,
      query: {
        searchTerms: 'oat milk, bio',
        countries: ['FR', 'de', 'IT'],
        accessToken: token,
        exactPhrase: true,
        most: 500,
      },
      pendingSecrets: [],
    });
  });

  it('list secrets given as -, and can be rebuilt with them', () => {
    const words = [
      'tiktok-api',
      'shoes',
      '--every=90m',
      '--clientSecret',
      '-',
      '--clientKey=-',
      '--countries',
      'FR,DE',
    ];
    const read = readSourceArguments([...words, '--details']);
    if ('problem' in read) throw new Error(read.problem);
    expect(read).toMatchObject({
      connector: tiktokApiConnector,
      pendingSecrets: ['clientKey', 'clientSecret'],
    });
    const whole = readSourceArguments(toArguments(read, { clientKey: 'k=1', clientSecret: '--s' }));
    expect(whole).toEqual({
      ...read,
      pendingSecrets: [],
      query: { countries: ['FR', 'DE'], details: true, clientKey: 'k=1', clientSecret: '--s' },
    });
  });

  it('read secrets from lines, and the last one from the rest, as of a JSON key', () => {
    expect(splitSecrets(['clientKey', 'clientSecret'], 'k1\r\ns1\n')).toEqual({
      clientKey: 'k1',
      clientSecret: 's1',
    });
    expect(splitSecrets(['clientKey', 'clientSecret'], 'k1')).toEqual({ clientKey: 'k1', clientSecret: '' });
    const key = '{\n  "type": "service_account"\n}';
    expect(splitSecrets(['serviceAccount'], `${key}\n`)).toEqual({ serviceAccount: key });
  });

  it.each([
    ['30m', 30],
    ['1d', 1440],
    ['365d', 525_600],
  ])('--every %s is %i minutes', (every, everyMinutes) => {
    expect(readSourceArguments([...meta, '--searchTerms=x', `--every=${every}`])).toMatchObject({
      everyMinutes,
    });
  });

  it.each([
    [[], `Missing argument: a connector; available: ${available}.`],
    [['meta', 'oats'], `Unknown connector; available: ${available}.`],
    [['meta-api'], 'Missing argument: the name of the source.'],
    [['meta-api', '-x'], /^A source name has up to 60 letters/],
    [['meta-api', 'oats'], /^Missing option --accessToken: A user access token/],
    [[...meta, '--serchTerms', 'x'], "Unknown option '--serchTerms'; did you mean '--searchTerms'?"],
    [[...meta, '--zzzzzzzz'], /^Unknown option '--zzzzzzzz'; available: --accessToken, /],
    [['meta-api', 'oats', '--token', token], "Unknown option '--token'; did you mean '--accessToken'?"],
    [[...meta, '--page-id=1'], "Unknown option '--page-id'; did you mean '--pageIds'?"],
    [
      ['meta-api', 'oats', '--accessToken', `--${token}`],
      '--accessToken needs a value; use --accessToken=<value> if it is empty or starts with --.',
    ],
    [[...meta, token], /^Options start with --/],
    [meta, "Give 'searchTerms' or 'pageIds', got neither."],
    [[...meta, `--${token}`], /^Unknown option; available: --accessToken, /],
    [[...meta, '--searchTerms'], /^--searchTerms needs a value/],
    [[...meta, '--searchTerms='], /^searchTerms must be at least 1 characters/],
    [[...meta, '--searchTerms=x', '--most', 'many'], /^most must be /],
    [[...meta, '--searchTerms=x', '--status', 'maybe'], /^status must be one of active, inactive, all/],
    [[...meta, '--searchTerms=x', '--countries', 'Atlantis'], /^countries\.1 must be the two-letter code/],
    [
      [...meta, '--searchTerms=x', '--accessToken', `${token} ${token}`],
      /^accessToken must be an access token/,
    ],
    [[...meta, '--searchTerms=x', '--every', '0m'], /^--every must be a number of minutes, hours or days/],
    [[...meta, '--searchTerms=x', '--every', '366d'], /^--every must be/],
    [[...meta, '--searchTerms=x', '--every', 'often'], /^--every must be/],
    [[...meta, '--searchTerms=x', '--__proto__', 'y'], /^Unknown option/],
  ])('are rejected without echoing the token, case %#', (args, sentence) => {
    const read = readSourceArguments(args);
    if (!('problem' in read)) throw new Error('expected a problem');
    expect(read.problem).toMatch(sentence);
    expect(read.problem).not.toContain(token);
  });

  it('are all documented', () => {
    expect(describeOptions()).toContain('\n  --accessToken     A user access token of an account');
    expect(describeOptions()).toContain('Options of tiktok-api:\n  --clientKey ');
  });
});
