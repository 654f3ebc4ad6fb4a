import { describe, expect, it } from 'vitest';
import { metaApiConnector } from '../ingestion/meta/metaApiLive.ts';
import { tiktokApiConnector } from '../ingestion/tiktok/tiktokApiLive.ts';
import { describeOptions, readSourceArguments, wordsOf } from './sourceArguments.ts';

const token = `EAAB${'Kq4'.repeat(30)}`;
const meta = ['meta-api', 'oats', '--accessToken', token, '--countries', 'FR'];

describe('the words behind sources add', () => {
  it('become a query of the kinds that the connector wants', () => {
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
      awaited: [],
    });
  });

  it('wait for secrets that are given as -, and are the same with them in their places', () => {
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
    expect(read).toMatchObject({ connector: tiktokApiConnector, awaited: ['clientKey', 'clientSecret'] });
    const whole = readSourceArguments(wordsOf(read, { clientKey: 'k=1', clientSecret: '--s' }));
    expect(whole).toEqual({
      ...read,
      awaited: [],
      query: { countries: ['FR', 'DE'], details: true, clientKey: 'k=1', clientSecret: '--s' },
    });
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
    [[], 'Give a connector; there are meta-api and tiktok-api.'],
    [['meta', 'oats'], 'There is no such connector; there are meta-api and tiktok-api.'],
    [['meta-api'], 'Give the name of the source.'],
    [['meta-api', '-x'], /^The name of a source has up to 60 letters/],
    [['meta-api', 'oats'], /^Give --accessToken: A user access token/],
    [[...meta, '--serchTerms', 'x'], "There is no option '--serchTerms'; did you mean '--searchTerms'?"],
    [[...meta, '--zzzzzzzz'], /^There is no option '--zzzzzzzz'; there are --accessToken, /],
    [['meta-api', 'oats', '--token', token], "There is no option '--token'; did you mean '--accessToken'?"],
    [[...meta, '--page-id=1'], "There is no option '--page-id'; did you mean '--pageIds'?"],
    [
      ['meta-api', 'oats', '--accessToken', `--${token}`],
      '--accessToken needs a value; write --accessToken= before one that is empty or begins with --.',
    ],
    [[...meta, token], /^An option begins with --/],
    [meta, "Give 'searchTerms' or 'pageIds', got neither."],
    [[...meta, `--${token}`], /^There is no such option; there are --accessToken, /],
    [[...meta, '--searchTerms'], /^--searchTerms needs a value/],
    [[...meta, '--searchTerms='], /^searchTerms must be at least 1 characters/],
    [[...meta, '--searchTerms=x', '--most', 'many'], /^most must be /],
    [[...meta, '--searchTerms=x', '--status', 'maybe'], /^status must be one of active, inactive, all/],
    [[...meta, '--searchTerms=x', '--countries', 'Atlantis'], /^countries\.1 must be the two-letter code/],
    [
      [...meta, '--searchTerms=x', '--accessToken', `${token} ${token}`],
      /^accessToken must be an access token/,
    ],
    [[...meta, '--searchTerms=x', '--every', '0m'], /^--every is a number of minutes, hours or days/],
    [[...meta, '--searchTerms=x', '--every', '366d'], /^--every is/],
    [[...meta, '--searchTerms=x', '--every', 'often'], /^--every is/],
    [[...meta, '--searchTerms=x', '--__proto__', 'y'], /^There is no/],
  ])('wrong ones are refused without repeating the token, case %#', (args, sentence) => {
    const read = readSourceArguments(args);
    if (!('problem' in read)) throw new Error('They were taken.');
    expect(read.problem).toMatch(sentence);
    expect(read.problem).not.toContain(token);
  });

  it('are all explained', () => {
    expect(describeOptions()).toContain('\n  --accessToken     A user access token of an account');
    expect(describeOptions()).toContain('Options of tiktok-api:\n  --clientKey ');
  });
});
