import * as fc from 'fast-check';
import { describe, expect, expectTypeOf, test } from 'vitest';
import {
  contract,
  inputFields,
  type InputOf,
  type ParsedInputOf,
  type ProcedureNamed,
  procedures,
} from './index.ts';
import { describeIssues } from './issues.ts';
import { noInput, type Procedure } from './procedure.ts';

function procedure(name: string): Procedure {
  const found = procedures.get(name);
  if (found === undefined) throw new Error(`There is no procedure ${name}`);
  return found;
}

function messages(name: string, input: unknown): string[] {
  const { error } = procedure(name).input.safeParse(input);
  return error === undefined ? [] : describeIssues(error, procedure(name)).map((issue) => issue.message);
}

/** Written from the conventions: which other name each procedure accepts for which field. */
const aliases: readonly (readonly [name: string, alias: string, field: string])[] = [
  ...['update', 'remove', 'updateSlug', 'updateDescription', 'togglePublic'].map(
    (leaf) => [`boards.${leaf}`, 'boardId', 'id'] as const,
  ),
  ...[
    'getDetails',
    'getFamily',
    'addToBoard',
    'removeFromBoard',
    'delete',
    'setNote',
    'listBoardsContaining',
    'listKeptMedia',
    'getClonePayload',
  ].map((leaf) => [`ads.${leaf}`, 'adHash', 'hash'] as const),
  ...['list', 'create'].map((leaf) => [`comments.${leaf}`, 'adHash', 'hash'] as const),
  ...['update', 'delete'].map((leaf) => [`comments.${leaf}`, 'commentId', 'id'] as const),
  ...['update', 'delete'].map((leaf) => [`searches.${leaf}`, 'searchId', 'id'] as const),
  ...['update', 'delete'].map((leaf) => [`labels.${leaf}`, 'labelId', 'id'] as const),
  ...[
    'get',
    'update',
    'setLogo',
    'delete',
    'listMembers',
    'inviteByEmail',
    'listInviteLinks',
    'createInviteLink',
    'revokeInviteLink',
    'removeMember',
    'setRole',
    'acceptInvitation',
  ].map((leaf) => [`teams.${leaf}`, 'teamId', 'id'] as const),
  ...['get', 'update', 'delete', 'setDefault'].map(
    (leaf) => [`cloneProducts.${leaf}`, 'productId', 'id'] as const,
  ),
  ['notifications.upsertRule', 'ruleId', 'id'],
  ['notifications.deleteRule', 'ruleId', 'id'],
  ['notifications.testRule', 'ruleId', 'id'],
  ...['delete', 'enable', 'rollSecret', 'sendTest', 'deliveries'].map(
    (leaf) => [`webhooks.${leaf}`, 'webhookId', 'id'] as const,
  ),
  ['webhooks.redeliver', 'deliveryId', 'id'],
  ['apiKeys.revoke', 'keyId', 'id'],
  ...['get', 'delete', 'edit', 'cancel'].map((leaf) => [`aiImages.${leaf}`, 'imageId', 'id'] as const),
  ['aiImages.generate', 'adHash', 'sourceAdHash'],
  ['brandImages.delete', 'imageId', 'id'],
];

/** What else each of those needs to be accepted. */
const rest: Readonly<Record<string, object>> = {
  'boards.updateSlug': { slug: 'summer' },
  'boards.updateDescription': { description: 'x' },
  'ads.addToBoard': { boardId: 2 },
  'ads.removeFromBoard': { boardId: 2 },
  'ads.setNote': { note: 'x' },
  'teams.setLogo': { file: null },
  'teams.inviteByEmail': { email: 'ada@example.com' },
  'teams.removeMember': { userId: 'u1' },
  'teams.revokeInviteLink': { linkId: 2 },
  'comments.create': { text: 'x' },
  'comments.update': { text: 'x' },
  'aiImages.generate': { productId: 1 },
  'teams.setRole': { userId: 'u1', role: 'viewer' },
};

describe('absent input', () => {
  test('no input, null and {} are the same where every parameter is optional', () => {
    const optional = [...procedures.values()].filter(({ input }) => input.safeParse({}).success);
    expect(optional).toHaveLength(34);
    for (const { input } of optional) {
      const empty = input.parse({});
      expect(input.parse(undefined)).toEqual(empty);
      expect(input.parse(null)).toEqual(empty);
    }
  });

  test('a procedure without parameters refuses everything else', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const nothing = value === null || JSON.stringify(value) === '{}';
        expect(noInput.safeParse(value).success).toBe(nothing);
      }),
    );
  });

  test('a missing input is reported as its missing fields', () => {
    expect(messages('trending.topAdvertisers', undefined)).toEqual([
      'windowDays is missing; it must be a whole number from 1 to 90',
    ]);
  });
});

describe('aliases', () => {
  test.each(aliases)('%s accepts %s as %s', (name, alias, field) => {
    const value = alias === 'adHash' ? 'a'.repeat(32) : 7;
    const { input } = procedure(name);
    const others = rest[name] ?? {};
    expect(input.parse({ ...others, [alias]: value })).toEqual(input.parse({ ...others, [field]: value }));
    expect(messages(name, { ...others, [alias]: value, [field]: value })).toEqual([
      `${alias} must not be given together with '${field}', which is the same field`,
    ]);
  });

  test('no other procedure accepts an alias', () => {
    const known = new Set(aliases.map(([name, alias]) => `${name} ${alias}`));
    const own = ['addToBoard', 'removeFromBoard', 'list', 'getFilterValues'].map(
      (name) => `ads.${name} boardId`,
    );
    own.push('boards.create teamId', 'boards.update teamId', 'ads.getClonePayload productId');
    own.push('ads.delete teamId', 'ads.setStage teamId', 'ads.setLabels teamId', 'labels.create teamId');
    own.push('comments.list teamId', 'comments.create teamId');
    own.push('aiImages.generate productId', 'cloneProducts.create teamId');
    for (const way of ['keep', 'upload'])
      own.push(`brandImages.${way} productId`, `brandImages.${way} teamId`);
    for (const leaf of ['create', 'get', 'getMarkdown', 'share']) own.push(`reports.${leaf} boardId`);
    own.push(
      'aiImages.list productId',
      'brandImages.list productId',
      'audit.list teamId',
      'ads.delete teamId',
    );
    const names = new Set(['boardId', 'teamId', 'productId', 'ruleId', 'keyId', 'imageId', 'adHash']);
    names.add('webhookId').add('deliveryId').add('labelId').add('commentId').add('searchId');
    const accepted = [...procedures].flatMap(([name, each]) =>
      inputFields(each)
        .filter((field) => names.has(field))
        .map((field) => `${name} ${field}`),
    );
    expect(new Set(accepted)).toEqual(new Set([...known, ...own]));
  });

  test('an alias changes nothing else in the input', () => {
    const { input } = procedure('boards.update');
    fc.assert(
      fc.property(fc.integer({ min: 1 }), fc.dictionary(fc.string(), fc.jsonValue()), (id, extra) => {
        const { id: _id, boardId: _boardId, ...others } = extra;
        const withId = input.safeParse({ ...others, id });
        const withAlias = input.safeParse({ ...others, boardId: id });
        expect(withAlias.data).toEqual(withId.data);
        expect(withAlias.error?.issues).toEqual(withId.error?.issues);
      }),
    );
  });
});

describe('strictness', () => {
  test.each([...procedures.keys()])('%s refuses an unknown field and names it', (name) => {
    expect(messages(name, { surelyUnknown: 1 })[0]).toContain("Unknown field 'surelyUnknown'");
  });

  test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'prototype'])(
    'every procedure refuses the key %s',
    (key) => {
      const hostile: unknown = JSON.parse(`{${JSON.stringify(key)}: {"polluted": true}}`);
      for (const name of procedures.keys()) {
        expect(messages(name, hostile)[0]).toContain(`Unknown field '${key}'`);
      }
      expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
    },
  );

  test('an alias beside __proto__ does not let it through', () => {
    const hostile: unknown = JSON.parse('{"boardId": 1, "__proto__": {"id": 2}}');
    expect(messages('boards.remove', hostile)[0]).toContain("Unknown field '__proto__'");
  });

  test('no JSON value of any kind makes an input throw', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...procedures.keys()),
        fc.jsonValue({ noUnicodeString: false }),
        (name, value) => {
          for (const message of messages(name, value)) {
            expect(message.length).toBeLessThanOrEqual(300);
            expect(message).not.toMatch(/[\n\r]/);
          }
        },
      ),
      { numRuns: 2000 },
    );
  });

  test('an unknown field inside a captured ad is refused by its whole path', () => {
    const ad = {
      platform: 'facebook',
      externalId: '1',
      companyName: 'Acme',
      media: [{ type: 'image', ulr: 'x' }],
    };
    const { error } = procedure('ads.addToBoard').input.safeParse({ boardId: 1, ad });
    expect(error && describeIssues(error, procedure('ads.addToBoard'))).toContainEqual({
      path: 'ad.media.0.ulr',
      message: "Unknown field 'ulr'; did you mean 'url'?",
    });
  });
});

function parseChannels(channels: unknown) {
  return contract.notifications.upsertRule.input.safeParse({ id: 1, channels });
}

describe('rules between fields', () => {
  test.each([
    ['ads.addToBoard', { boardId: 1 }, "Give exactly one of 'hash' and 'ad', got neither"],
    ['notifications.markRead', {}, "Give exactly one of 'ids' and 'all', got neither"],
    ['notifications.markRead', { ids: [1], all: true }, "Give exactly one of 'ids' and 'all', got both"],
    ['teams.removeMember', { id: 1 }, "Give exactly one of 'userId' and 'email', got neither"],
    [
      'teams.removeMember',
      { id: 1, userId: 'u', email: 'a@example.com' },
      "Give exactly one of 'userId' and 'email', got both",
    ],
    ['ads.list', { viewsMin: 5, viewsMax: 4 }, 'viewsMin must not be above viewsMax (4), got 5'],
    [
      'ads.search',
      { daysRunningMin: 31, daysRunningMax: 30 },
      'daysRunningMin must not be above daysRunningMax (30), got 31',
    ],
    ['notifications.upsertRule', { event: 'new_ads' }, 'name is missing; it is required to create a rule'],
    ['notifications.upsertRule', { name: 'x' }, 'event is missing; it is required to create a rule'],
    ['apiKeys.create', { scopes: [] }, 'scopes must name at least one scope, each once, got a list of 0'],
    [
      'apiKeys.create',
      { scopes: ['read', 'read'] },
      'scopes must name at least one scope, each once, got a list of 2',
    ],
  ])('%s refuses %j', (name, input, message) => {
    expect(messages(name, input)).toEqual([message]);
  });

  test('every procedure with a date range rejects dateFrom after dateTo', () => {
    const ranged = [...procedures].filter(([, each]) => inputFields(each).includes('dateFrom'));
    expect(ranged.map(([name]) => name)).toHaveLength(20);
    const others: Readonly<Record<string, object>> = {
      'ads.list': {},
      'ads.search': {},
      'brandSpy.compare': { companyNames: ['Acme', 'Globex'] },
    };
    for (const [name] of ranged) {
      const company = others[name] ?? { companyName: 'Acme' };
      expect(messages(name, { ...company, dateFrom: '2026-02-01', dateTo: '2026-01-31' })).toEqual([
        'dateFrom must not be after dateTo (2026-01-31), got "2026-02-01"',
      ]);
      expect(messages(name, { ...company, dateFrom: '2026-02-01', dateTo: '2026-02-01' })).toEqual([]);
    }
  });

  test('a captured ad needs an externalId or a sourceUrl that is not null', () => {
    const ad = { platform: 'tiktok', companyName: 'Acme', externalId: null };
    expect(messages('ads.addToBoard', { boardId: 1, ad })).toEqual([
      'ad must have an externalId or a sourceUrl to identify the ad',
    ]);
    expect(
      messages('ads.addToBoard', { boardId: 1, ad: { ...ad, sourceUrl: 'https://example.com/1' } }),
    ).toEqual([]);
  });

  test('a captured ad that ends before it starts is refused', () => {
    const ad = {
      platform: 'tiktok',
      companyName: 'Acme',
      externalId: '1',
      startDate: '2026-02-01',
      endDate: '2026-01-01',
    };
    expect(messages('ads.addToBoard', { boardId: 1, ad })).toEqual([
      'ad.endDate must not be before startDate (2026-02-01), got "2026-01-01"',
    ]);
  });

  test('an update of a rule may omit its name and event', () => {
    expect(messages('notifications.upsertRule', { id: 1, enabled: false })).toEqual([]);
    expect(messages('notifications.upsertRule', { ruleId: 1 })).toEqual([]);
  });

  test('a channel takes the target that its type needs', () => {
    expect(parseChannels([{ type: 'inbox' }, { type: 'email' }]).data?.channels).toEqual([
      { type: 'inbox', target: null },
      { type: 'email', target: null },
    ]);
    expect(parseChannels([{ type: 'webhook', target: 'https://example.com/hook' }]).success).toBe(true);
    expect(parseChannels([{ type: 'webhook' }]).success).toBe(false);
    expect(parseChannels([{ type: 'email', target: 'nobody' }]).success).toBe(false);
    expect(parseChannels([{ type: 'inbox', target: 'x' }]).success).toBe(false);
  });
});

describe('parsed input', () => {
  test('defaults are filled in', () => {
    expect(contract.ads.list.input.parse(null)).toEqual({
      sortBy: 'recommended',
      duplicates: 'all',
      limit: 20,
      cursor: 0,
    });
    expect(contract.brandSpy.getTimeline.input.parse({ companyName: ' Acme ' })).toEqual({
      companyName: 'Acme',
      status: 'all',
      mediaType: 'all',
      limit: 20,
      cursor: 0,
    });
    expect(contract.brandSpy.listTopAdvertisers.input.parse(undefined)).toEqual({ limit: 50 });
    expect(contract.trending.topTagsByEngagement.input.parse({ windowDays: 7, country: 'us' })).toEqual({
      windowDays: 7,
      country: 'US',
      limit: 20,
      sortBy: 'engagement',
    });
    expect(contract.trending.topAdvertisers.input.parse({ windowDays: 90 }).limit).toBe(50);
    expect(contract.brandSpy.listSimilarAdvertisers.input.parse({ companyName: 'a' }).limit).toBe(10);
    expect(contract.ads.listTopCompanies.input.parse({ name: 'a' }).limit).toBe(20);
    expect(contract.apiKeys.create.input.parse(undefined)).toEqual({
      name: 'API key',
      scopes: ['read', 'write'],
      expiresAt: null,
    });
    expect(contract.teams.inviteByEmail.input.parse({ id: 1, email: 'a@example.com' }).role).toBe('member');
    expect(contract.brandSpy.getAdCopies.input.parse({ companyName: 'a' }).sortBy).toBe('performanceScore');
    expect(contract.brandSpy.getLandingPages.input.parse({ companyName: 'a' }).sortBy).toBe('adCount');
  });

  test.each([
    ['ads.list', {}, 100],
    ['notifications.list', {}, 100],
    ['aiImages.list', {}, 100],
    ['brandImages.list', {}, 100],
    ['ads.getFamily', { hash: 'a'.repeat(32) }, 100],
    ['ads.listTopCompanies', { name: 'a' }, 100],
    ['brandSpy.listTopAdvertisers', {}, 200],
    ['brandSpy.getAdCopies', { companyName: 'a' }, 100],
    ['brandSpy.getHeadlines', { companyName: 'a' }, 100],
    ['brandSpy.getLandingPages', { companyName: 'a' }, 100],
    ['brandSpy.getTimeline', { companyName: 'a' }, 100],
    ['brandSpy.listTests', { companyName: 'a' }, 100],
    ['brandSpy.listCreatives', { companyName: 'a' }, 100],
    ['brandSpy.listClaims', { companyName: 'a' }, 100],
    ['brandSpy.listSimilarAdvertisers', { companyName: 'a' }, 50],
    ['trending.topTagsByEngagement', { windowDays: 1 }, 200],
    ['trending.topAdvertisers', { windowDays: 1 }, 200],
    ['trending.saturation', { windowDays: 1, category: 'a' }, 200],
  ])('%s with %j takes a limit of 1 to %i', (name, others, max) => {
    for (const limit of [1, max]) expect(messages(name, { ...others, limit })).toEqual([]);
    for (const limit of [0, max + 1, 1.5, '5', null]) {
      expect(messages(name, { ...others, limit })[0]).toMatch(
        `limit must be a whole number from 1 to ${max}, got `,
      );
    }
  });

  test('types follow the schemas', () => {
    expectTypeOf<undefined>().toExtend<InputOf<ProcedureNamed<'boards.list'>>>();
    expectTypeOf<undefined>().not.toExtend<InputOf<ProcedureNamed<'boards.create'>>>();
    expectTypeOf<InputOf<ProcedureNamed<'boards.updateSlug'>>>().toEqualTypeOf<{
      id: number;
      slug: string | null;
    }>();
    expectTypeOf<ParsedInputOf<ProcedureNamed<'notifications.list'>>>().toEqualTypeOf<{
      unreadOnly: boolean;
      limit: number;
      cursor: number;
    }>();
    expectTypeOf(contract.boards.list.kind).toEqualTypeOf<'query'>();
  });
});
