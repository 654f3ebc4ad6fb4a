import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import {
  type Ad,
  AdMeasurements,
  type AiImage,
  type ApiKey,
  type Board,
  type BrandImage,
  type CloneProduct,
  contract,
  inputFields,
  type Member,
  type Notification,
  type ProcedureName,
  procedures,
  type Rule,
  type SavedAd,
  type Team,
  type Webhook,
  type LiveSource,
  type WebhookDelivery,
} from './index.ts';

/** Every procedure of the specification, with the method it is called by. */
const specified = `
  GET boards.list
  POST boards.create
  POST boards.update
  POST boards.remove
  POST boards.updateSlug
  POST boards.updateDescription
  POST boards.togglePublic
  GET boards.checkSlugAvailability
  GET ads.list
  GET ads.getDetails
  POST ads.addToBoard
  POST ads.removeFromBoard
  POST ads.delete
  GET ads.listBoardsContaining
  GET ads.getFilterValues
  GET ads.listTopCompanies
  GET ads.getClonePayload
  POST companies.follow
  POST companies.unfollow
  GET companies.listFollowed
  GET companies.isFollowing
  GET brandSpy.listTopAdvertisers
  GET brandSpy.getOverview
  GET brandSpy.getAdCopies
  GET brandSpy.getHeadlines
  GET brandSpy.getLandingPages
  GET brandSpy.getTimeline
  GET brandSpy.getHeader
  GET brandSpy.listSimilarAdvertisers
  GET trending.topTagsByEngagement
  GET trending.topAdvertisers
  GET notifications.list
  GET notifications.unreadCount
  POST notifications.markRead
  GET notifications.listRules
  POST notifications.upsertRule
  POST notifications.deleteRule
  GET teams.list
  GET teams.get
  POST teams.create
  POST teams.update
  POST teams.delete
  GET teams.listMembers
  POST teams.inviteByEmail
  POST teams.removeMember
  GET apiKeys.list
  POST apiKeys.create
  POST apiKeys.revoke
  GET aiImages.list
  POST aiImages.delete
  GET cloneProducts.list
  GET cloneProducts.get
  POST cloneProducts.create
  POST cloneProducts.update
  POST cloneProducts.delete
  POST cloneProducts.setDefault
  POST cloneProducts.inspectWebsite
  GET brandImages.list
  POST brandImages.delete
`
  .trim()
  .split(/\s*\n\s*/);

describe('the list of procedures', () => {
  test('has the 59 procedures of the specification in 11 routers, and nine additional routers', () => {
    const declared = [...procedures]
      .filter(([, { extension }]) => extension !== true)
      .map(([name, { kind }]) => `${kind === 'query' ? 'GET' : 'POST'} ${name}`);
    expect(declared.toSorted()).toEqual(specified.toSorted());
    expect(specified).toHaveLength(59);
    expect(Object.keys(contract)).toHaveLength(21);
  });

  test('procedures outside the specification are declared as extensions', () => {
    const extensions = [...procedures].filter(([, { extension }]) => extension === true);
    expect(extensions.map(([name]) => name)).toEqual([
      'ads.search',
      'ads.getMany',
      'ads.getFamily',
      'ads.findSaved',
      'ads.setNote',
      'ads.setStage',
      'ads.setLabels',
      'ads.listKeptMedia',
      'searches.list',
      'searches.create',
      'searches.update',
      'searches.delete',
      'labels.list',
      'labels.create',
      'labels.update',
      'labels.delete',
      'comments.list',
      'comments.create',
      'comments.update',
      'comments.delete',
      'brandSpy.compare',
      'brandSpy.getChanges',
      'brandSpy.getHooks',
      'brandSpy.getTags',
      'brandSpy.getProductCategory',
      'brandSpy.getSurvival',
      'brandSpy.listTests',
      'brandSpy.listCreatives',
      'brandSpy.getLaunchHistory',
      'brandSpy.getTagShares',
      'brandSpy.getMomentum',
      'brandSpy.listClaims',
      'trending.saturation',
      'trending.getHistory',
      'trending.listCategories',
      'notifications.get',
      'notifications.testRule',
      'reports.list',
      'reports.create',
      'reports.update',
      'reports.delete',
      'reports.get',
      'reports.getMarkdown',
      'reports.share',
      'reports.listShares',
      'reports.unshare',
      'teams.setLogo',
      'teams.listInviteLinks',
      'teams.createInviteLink',
      'teams.revokeInviteLink',
      'teams.setRole',
      'teams.acceptInvitation',
      'aiImages.get',
      'aiImages.generate',
      'aiImages.edit',
      'aiImages.cancel',
      'aiImages.listMakers',
      'brandImages.upload',
      'brandImages.keep',
      'webhooks.list',
      'webhooks.create',
      'webhooks.delete',
      'webhooks.enable',
      'webhooks.rollSecret',
      'webhooks.sendTest',
      'webhooks.deliveries',
      'webhooks.redeliver',
      'tags.list',
      'sources.connectors',
      'sources.list',
      'sources.suggest',
      'sources.create',
      'sources.setEnabled',
      'sources.setInterval',
      'sources.run',
      'sources.delete',
      'audit.list',
      'account.get',
      'account.setLogo',
      'account.listSessions',
      'account.endSession',
      'account.endOtherSessions',
      'account.getAppRequest',
      'account.connectApp',
      'account.listApps',
      'account.disconnectApp',
      'account.export',
      'account.delete',
      'system.status',
      'system.removeDemo',
      'system.health',
    ]);
  });

  test('a query needs the scope read and a mutation write, or admin if it affects the whole instance', () => {
    const odd = [...procedures].filter(
      ([, { kind, access }]) => access !== (kind === 'query' ? 'read' : 'write'),
    );
    const ofSources = Object.keys(contract.sources).map((leaf) => [`sources.${leaf}`, 'admin']);
    expect(odd.map(([name, { access }]) => [name, access])).toEqual([
      ...ofSources,
      ['system.removeDemo', 'admin'],
    ]);
  });

  test('only trending has its own rate limit, and its leaderboards a cache time', () => {
    for (const [name, { kind, limit, cacheSeconds, extension }] of procedures) {
      const isTrending = name.startsWith('trending.');
      const byKind = kind === 'query' ? 'read' : 'write';
      expect([name, limit, cacheSeconds]).toEqual([
        name,
        isTrending ? 'trending' : byKind,
        isTrending && extension !== true ? 3600 : undefined,
      ]);
    }
  });

  test('only a captured ad and a picture may be larger than a megabyte', () => {
    const large = [...procedures].filter(([, { bodyLimit }]) => bodyLimit !== undefined);
    expect(large.map(([name, { bodyLimit }]) => [name, bodyLimit])).toEqual([
      ['ads.search', 6 * 1024 * 1024],
      ['ads.addToBoard', 8 * 1024 * 1024],
      ['teams.setLogo', 6 * 1024 * 1024],
      ['brandImages.upload', 22 * 1024 * 1024],
      ['account.setLogo', 6 * 1024 * 1024],
    ]);
  });

  test('each summary is one sentence', () => {
    const summaries = [...procedures.values()].map(({ summary }) => summary);
    expect(summaries.filter((summary) => !/^[A-Z][^.]*(?:[a-z]\.[a-z][^.]*)*\.$/.test(summary))).toEqual([]);
    expect(new Set(summaries).size).toBe(summaries.length);
  });

  test('names of inherited properties are not procedures', () => {
    for (const name of ['__proto__', 'constructor', 'boards.__proto__', 'boards.toString', 'toString.call']) {
      expect(procedures.has(name)).toBe(false);
    }
  });
});

interface JsonSchema {
  readonly [keyword: string]: unknown;
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Every place of a JSON schema that accepts anything at all, by its path. */
function unconstrained(schema: unknown, path: string): string[] {
  if (!isSchema(schema)) return [];
  if (Object.keys(schema).length === 0) return [path];
  const inside = ['properties', '$defs'].flatMap((keyword) =>
    isSchema(schema[keyword]) ? Object.entries(schema[keyword]) : [],
  );
  const options = ['anyOf', 'oneOf', 'allOf'].flatMap((keyword) =>
    Array.isArray(schema[keyword]) ? (schema[keyword] as unknown[]) : [],
  );
  return [
    ...inside.flatMap(([name, value]) => unconstrained(value, `${path}.${name}`)),
    ...options.flatMap((value) => unconstrained(value, path)),
    ...unconstrained(schema['items'], `${path}[]`),
    ...unconstrained(schema['additionalProperties'], `${path}.*`),
  ];
}

describe('JSON schemas', () => {
  test.each([...procedures])('the input of %s is an object of its known fields', (_, procedure) => {
    const schema = z.toJSONSchema(procedure.input, { io: 'input', unrepresentable: 'any' });
    expect(schema).toMatchObject({ type: 'object', additionalProperties: false });
    const named = Object.keys(schema.properties ?? {});
    const aliased = inputFields(procedure).filter((field) => !named.includes(field));
    expect(inputFields(procedure)).toEqual([...named, ...aliased]);
    for (const alias of aliased) expect(schema.description).toContain(`${alias} is accepted as `);
    expect(unconstrained(schema, 'input')).toEqual([]);
  });

  /** Entries and notifications of other versions may have other details. */
  const openParts: Readonly<Record<string, readonly string[]>> = {
    'audit.list': ['output.acts[].details.*'],
    'notifications.list': ['output.notifications[].data.*'],
    'notifications.get': ['output.data.*'],
  };

  test.each([...procedures])('the output of %s is fully described', (name, procedure) => {
    const schema = z.toJSONSchema(procedure.output, { io: 'output' });
    expect(['object', 'array']).toContain(schema.type);
    expect(unconstrained(schema, 'output')).toEqual(openParts[name] ?? []);
  });

  test('bounds, defaults and formats are included', () => {
    const schema = z.toJSONSchema(contract.trending.topAdvertisers.input, { io: 'input' });
    expect(schema.required).toEqual(['windowDays']);
    expect(schema.properties).toMatchObject({
      windowDays: { type: 'integer', minimum: 1, maximum: 90 },
      country: { type: 'string', pattern: '^[a-zA-Z]{2}$' },
      platform: { enum: ['facebook', 'instagram', 'youtube', 'linkedin', 'tiktok'] },
      limit: { type: 'integer', minimum: 1, maximum: 200, default: 50 },
    });
    expect(z.toJSONSchema(contract.boards.create.input, { io: 'input' }).properties).toMatchObject({
      name: { type: 'string', minLength: 1, maxLength: 120 },
    });
    expect(z.toJSONSchema(contract.teams.removeMember.input, { io: 'input' })).toMatchObject({
      required: ['id'],
      oneOf: [{ required: ['userId'] }, { required: ['email'] }],
    });
  });
});

const time = '2026-01-31T12:00:00.000Z';
const hash = '0123456789abcdef0123456789abcdef';
const brandLogo = 'http://127.0.0.1:3000/logos/7.svg';

const board: Board = {
  id: 1,
  name: 'Summer',
  slug: null,
  description: null,
  order: 0,
  published: false,
  views: 0,
  adCount: 3,
  authorId: 'u_1',
  parentBoardId: null,
  teamId: 2,
  createdAt: time,
  updatedAt: time,
};

const media: Ad['media'] = [
  {
    type: 'video',
    url: 'https://cdn.example/1.mp4',
    thumbnailUrl: null,
    width: 1080,
    height: null,
    durationSeconds: 12.5,
  },
];

const ad: Ad = {
  hash,
  platform: 'facebook',
  platforms: ['facebook', 'instagram'],
  externalId: '1234567890',
  sourceUrl: null,
  advertiser: { advertiserId: 7, name: 'Acme', brandLogo, pageUrl: null },
  format: 'carousel',
  mediaType: 'video',
  adType: null,
  status: 'active',
  headline: 'Buy one',
  body: 'Get one free',
  description: null,
  ctaType: 'SHOP_NOW',
  ctaText: 'Shop now',
  headlines: ['Buy one', 'Buy two'],
  bodies: ['Get one free'],
  landingPageUrl: 'https://acme.example/',
  landingPageDomain: 'acme.example',
  language: 'en',
  countries: ['US', 'DE'],
  isPartnership: false,
  partnerName: null,
  media,
  cards: [{ headline: 'Card', body: null, description: null, ctaText: null, landingPageUrl: null, media }],
  startDate: '2026-01-01',
  endDate: null,
  firstSeenAt: time,
  lastSeenAt: time,
  lastConfirmedAt: '2026-03-01T00:00:00.000Z',
  daysRunningKind: 'exact',
  daysRunning: 31,
  reach: { value: 1500, lower: 1000, upper: 2000, kind: 'range' },
  impressions: { value: 3000, lower: null, upper: null, kind: 'reported' },
  spend: { value: 55.5, lower: null, upper: null, kind: 'reported', currency: 'EUR' },
  legalName: 'Acme GmbH',
  payer: 'Acme GmbH',
  beneficiary: null,
  targeting: { ages: ['18+'], genders: [], countries: ['DE'], places: [], parameters: [], excluded: [] },
  collationId: null,
  engagement: {
    views: null,
    likes: 3,
    comments: 0,
    shares: null,
    total: 3,
    capturedAt: time,
    rankCountry: 'US',
  },
  tags: [{ tagDefinitionId: 5, category: 'emotion', shortText: 'joy', confidence: 0.9 }],
  performanceScore: 61.25,
  scoreParts: { longevity: 0.64, reach: 0.45, engagement: null, variants: null },
  confidence: 0.8,
  percentile: 93.5,
  comparedWith: { platform: 'facebook', minAge: 30, maxAge: 59, ads: 120 },
};

const savedAs = AdMeasurements.strip().parse(ad);
const organized = { labels: [{ id: 3, name: 'Hook', color: 'blue' as const }], stage: 'done' as const };
const savedAd: SavedAd = { ...ad, savedAs, savedAt: time, boardIds: [1], note: null, ...organized };
const savedSearch = {
  id: 4,
  name: 'Free shipping',
  filters: {},
  createdAt: time,
  updatedAt: time,
};

const label = { ...organized.labels[0], teamId: 2, adCount: 4 };
const comment = {
  id: 1,
  hash,
  teamId: 2,
  text: 'Try this hook.',
  authorId: 'usr_1',
  authorName: 'Ada',
  createdAt: time,
  updatedAt: null,
};
const inviteLink = {
  id: 1,
  role: 'member',
  singleUse: true,
  uses: 0,
  createdBy: 'Ada',
  createdAt: time,
  expiresAt: time,
};

const apiKey: ApiKey = {
  id: 1,
  name: 'API key',
  prefix: 'mgp_abc',
  scopes: ['read', 'write'],
  createdAt: time,
  lastUsedAt: null,
  expiresAt: null,
  revokedAt: null,
};

const team: Team = {
  id: 1,
  name: 'Studio',
  slug: 'studio',
  role: 'owner',
  status: 'active',
  memberCount: 1,
  createdAt: time,
  updatedAt: time,
};

const logo = 'data:image/webp;base64,UklGRg==';

const member: Member = {
  userId: null,
  email: 'ada@example.com',
  name: null,
  role: 'member',
  status: 'invited',
  invitedAt: time,
  joinedAt: null,
};

const notification: Notification = {
  id: 1,
  ruleId: null,
  type: 'new_ads',
  companyName: 'Acme',
  title: '3 new ads',
  body: 'Acme launched 3 ads.',
  adHashes: [hash],
  data: { event: 'new_ads', ruleName: 'Acme', adCount: 3, companyCount: 1, companies: [] },
  createdAt: time,
  readAt: null,
};

const rule: Rule = {
  id: 1,
  name: 'New at Acme',
  enabled: true,
  event: 'new_ads',
  companyNames: 'FOLLOWED',
  platforms: [],
  keywords: [],
  threshold: null,
  timesUsual: 3,
  frequency: 'daily',
  channels: [{ type: 'inbox', target: null }],
  lastFiredAt: null,
  createdAt: time,
  updatedAt: time,
};

const product: CloneProduct = {
  id: 1,
  name: 'Kettle',
  url: 'https://acme.example/kettle',
  description: null,
  price: 49.5,
  currency: 'EUR',
  brandName: 'Acme',
  logoUrl: null,
  images: [],
  colors: ['#aabbcc'],
  font: 'serif',
  sellingPoints: ['Boils'],
  audience: null,
  tone: null,
  isDefault: true,
  teamId: null,
  createdAt: time,
  updatedAt: time,
};

const aiImage: AiImage = {
  id: 1,
  status: 'running',
  progress: 0.5,
  costEstimate: null,
  url: null,
  thumbnailUrl: null,
  width: null,
  height: null,
  aspectRatio: '1:1',
  prompt: 'A kettle',
  maker: 'template',
  model: null,
  layout: null,
  referenceLayout: null,
  texts: { headline: 'Tea', text: null, proof: null, offer: '$49', callToAction: 'Shop now' },
  shownTexts: ['headline', 'text', 'offer', 'callToAction'],
  edits: 0,
  seed: null,
  sourceAdHash: hash,
  productId: 1,
  teamId: null,
  error: null,
  createdAt: time,
};

const brandImage: BrandImage = {
  id: 1,
  name: 'logo.png',
  kind: 'logo',
  url: '/files/1.png',
  thumbnailUrl: null,
  width: 64,
  height: 64,
  mimeType: 'image/png',
  bytes: 900,
  companyName: null,
  productId: null,
  teamId: null,
  createdAt: time,
};

const webhook: Webhook = {
  id: 3,
  url: 'https://example.com/hook',
  enabled: false,
  disabledReason: 'It answered 410 Gone.',
  failingSince: time,
  lastDeliveredAt: null,
  createdAt: time,
  updatedAt: time,
};
const delivery: WebhookDelivery = {
  id: 4,
  webhookId: 3,
  messageId: 'msg_1',
  notificationId: 1,
  type: 'notification.new_ads',
  status: 'waiting',
  attempts: [{ at: time, httpStatus: null, error: 'It did not answer in time.', milliseconds: 10_000 }],
  nextAttemptAt: time,
  deliveredAt: null,
  createdAt: time,
};
const source: LiveSource = {
  name: 'shoes',
  connector: 'meta-api',
  query: [{ field: 'searchTerms', value: 'shoes' }],
  everyMinutes: 360,
  enabled: true,
  isRunning: false,
  nextRunAt: time,
  lastRun: {
    startedAt: time,
    finishedAt: time,
    error: null,
    counts: { read: 3, created: 2, updated: 0, unchanged: 0, rejected: 1 },
  },
};
const lastPage = { total: 1, hasMore: false, nextCursor: null };
const success = { success: true };
const statistics = {
  adCount: 2,
  totalReach: 0,
  daysRunning: 4,
  daysRunningKind: 'exact',
  performanceScore: 12.34,
  scoreParts: { longevity: 0.1, reach: null, engagement: null, variants: 0.2 },
  confidence: 0.65,
  firstSeenAt: time,
  lastSeenAt: time,
  sampleAd: { hash, thumbnailUrl: null },
};
const brand = { advertiserId: 7, brandLogo, adCount: 2, totalReach: 10, platforms: ['tiktok'] };

const usedTag = { tagDefinitionId: 3, category: 'Offer', shortText: 'Discount', adCount: 1, share: 0.5 };
const change = { at: '2026-01-05', adCount: 1 };
const nothing = { total: 0, entries: [] };

/** A whole answer of every procedure, as a client would see it. */
const saturationCounts = { advertisers: 2, ads: 3, advertisersBefore: 4, adsBefore: 5 };

const saturationCell = {
  angleId: 101,
  offerId: 501,
  ...saturationCounts,
  change: -2,
  share: 0.5,
  shareBefore: 0.8,
  state: 'cooling',
};

const coverage = {
  libraries: [
    {
      library: 'meta',
      ads: 3,
      firstSeenAt: '2026-01-31T12:00:00.000Z',
      lastSeenAt: '2026-02-01T12:00:00.000Z',
    },
  ],
  countries: ['DE'],
  ceilings: [{ library: 'microsoft', at: '2026-01-31T12:00:00.000Z', limit: 1000 }],
};

const subscription = {
  id: 1,
  companyName: 'Acme',
  boardId: null,
  title: 'Acme',
  weekday: 'monday',
  byMail: true,
  createdAt: '2026-01-31T12:00:00.000Z',
  lastMailedAt: null,
  nextMailAt: '2026-02-02T07:00:00.000Z',
};

const report = {
  title: 'Acme',
  companyName: 'Acme',
  boardId: null,
  by: null,
  from: '2026-01-26',
  to: '2026-02-01',
  createdAt: '2026-02-02T07:00:00.000Z',
  saved: null,
  brands: [
    {
      companyName: 'Acme',
      launched: null,
      stopped: null,
      revived: null,
      momentum: null,
      rising: null,
      tests: null,
      claims: null,
      evidence: { kind: 'measured', ads: 3, libraries: ['meta'], observedFrom: null, observedTo: null },
    },
  ],
  otherBrands: 0,
};

const sharedReport = {
  id: 1,
  title: 'Acme',
  from: '2026-01-26',
  to: '2026-02-01',
  url: 'https://magpie.example/r/1',
  createdAt: '2026-02-02T07:00:00.000Z',
  expiresAt: '2026-02-16T07:00:00.000Z',
};

const answers: Readonly<Record<ProcedureName, unknown>> = {
  'reports.list': [subscription],
  'reports.create': subscription,
  'reports.update': subscription,
  'reports.delete': success,
  'reports.get': report,
  'reports.getMarkdown': { markdown: '# Acme' },
  'reports.share': sharedReport,
  'reports.listShares': [sharedReport],
  'reports.unshare': success,
  'boards.list': [board],
  'boards.create': board,
  'boards.update': board,
  'boards.remove': success,
  'boards.updateSlug': { ...board, slug: 'summer' },
  'boards.updateDescription': { ...board, description: 'Sun' },
  'boards.togglePublic': { ...board, published: true },
  'boards.checkSlugAvailability': { slug: 'x', available: false, reason: 'invalid' },
  'ads.list': { ads: [savedAd], total: 40, hasMore: true, nextCursor: 20 },
  'ads.search': {
    ads: [{ ...ad, similarAds: 12, similarity: { text: 0.81, pictureDistance: 24, hasWords: false } }],
    ...lastPage,
    totalAds: 13,
    evidence: { kind: 'measured', ads: 13, libraries: ['meta'] },
    correctedQuery: 'free shipping',
    similarity: {
      method: 'vectorsAndPictures',
      model: 'gte-small',
      minSimilarity: 0.5,
      maxPictureDistance: 60,
      comparedPictures: 3,
      pictureHash: null,
      pendingAds: 0,
      isComplete: true,
    },
    facets: {
      platforms: { facebook: 1 },
      formats: { image: 1 },
      mediaTypes: { image: 1 },
      statuses: { active: 1 },
      adTypes: {},
      languages: { en: 1 },
      ctaTypes: {},
      countries: { US: 1 },
      tagDefinitionIds: { 3: 1 },
      companyNames: { Acme: 1 },
      categories: { Shoes: 1 },
    },
  },
  'ads.getDetails': {
    ...savedAd,
    pictureWords: [{ text: 'Half price', confidence: 0.96 }],
    savedAs: null,
    savedAt: null,
    history: [{ capturedAt: time, reach: 5, likes: null, comments: 0, shares: 1, rankCountry: null }],
    momentum: {
      state: 'rising',
      notKnownBecause: null,
      now: { from: '2026-01-08', to: '2026-01-15', days: 7, reach: 700, reachPerDay: 100 },
      before: { from: '2026-01-01', to: '2026-01-08', days: 7, reach: 350, reachPerDay: 50 },
      change: 50,
      usual: { reachPerDay: 40, ads: 6, kind: 'estimated' },
      evidence: {
        kind: 'estimated',
        counts: [
          { date: '2026-01-15', reach: 1150 },
          { date: '2026-01-08', reach: 450 },
          { date: '2026-01-01', reach: 100 },
        ],
      },
    },
  },
  'ads.getMany': { ads: [ad], notFound: [hash] },
  'ads.getFamily': {
    familyId: '0123456789abc',
    total: 1,
    members: [
      {
        hash,
        advertiserId: 1,
        companyName: 'Acme',
        headline: null,
        body: 'Boils in 90 seconds.',
        firstDate: '2026-01-25',
        lastDate: '2026-01-26',
        isRunning: false,
        sameAs: { kind: 'text', similarity: 0.94, pictureDistance: null },
      },
    ],
    variants: [{ text: 'Boils in 90 seconds.', ads: 1, firstDate: '2026-01-25' }],
    totalVariants: 1,
    firstRunner: {
      advertiserId: 1,
      companyName: 'Acme',
      hash,
      firstDate: '2026-01-25',
      isDatePublished: true,
    },
    advertisers: [
      {
        advertiserId: 1,
        companyName: 'Acme',
        ads: 1,
        runningAds: 0,
        firstDate: '2026-01-25',
        lastDate: '2026-01-26',
      },
    ],
    totalAdvertisers: 1,
    revivals: [{ date: '2026-01-25', pausedDays: 9, hash, advertiserId: 1, companyName: 'Acme' }],
    copycats: [{ advertiserId: 2, companyName: 'Globex', ads: 1, firstDate: '2026-01-25', daysLater: null }],
    edges: [{ hash, otherHash: hash, kind: 'picture', similarity: null, pictureDistance: 12 }],
    momentum: {
      days: 14,
      state: 'notKnown',
      notKnownBecause: 'observedTooShort',
      now: null,
      before: null,
      usual: null,
      evidence: {
        kind: 'measured',
        ads: 1,
        notUsed: 0,
        libraries: ['meta'],
        observedFrom: '2026-01-25',
        observedTo: '2026-01-28',
        reach: null,
      },
    },
    evidence: { kind: 'measured', ads: 1, publishedStarts: 1, sources: ['meta'] },
  },
  'ads.findSaved': [{ hash, boardIds: [7], note: null }],
  'ads.addToBoard': { hash, boardId: 1, created: true },
  'ads.removeFromBoard': success,
  'ads.delete': success,
  'ads.setNote': { hash: 'a'.repeat(32), note: null },
  'ads.setStage': { updated: 2 },
  'ads.setLabels': { updated: 0 },
  'searches.list': [savedSearch],
  'searches.create': savedSearch,
  'searches.update': savedSearch,
  'searches.delete': success,
  'labels.list': [label],
  'labels.create': label,
  'labels.update': { ...label, teamId: null },
  'labels.delete': success,
  'comments.list': [comment],
  'comments.create': comment,
  'comments.update': { ...comment, updatedAt: time },
  'comments.delete': success,
  'ads.listBoardsContaining': [],
  'ads.listKeptMedia': [
    {
      url: 'https://cdn.example/a.jpg',
      state: 'kept',
      keptUrl: 'https://magpie.example/media/a.jpg',
      mimeType: 'image/jpeg',
      bytes: 5,
      width: 1,
      height: 1,
      error: null,
    },
  ],
  'ads.getFilterValues': {
    platforms: ['facebook'],
    formats: ['video'],
    adTypes: [],
    languages: ['en'],
    ctaTypes: ['Shop now'],
    companyNames: ['Acme'],
    labels: [{ id: 3, name: 'Hook', color: 'blue', teamId: null }],
    stages: ['done', 'none'],
    counts: {
      platforms: { facebook: 1 },
      formats: {},
      adTypes: {},
      languages: {},
      ctaTypes: {},
      companyNames: { constructor: 1 },
      labels: { 3: 1 },
      stages: { none: 1 },
    },
  },
  'ads.listTopCompanies': { companies: [{ ...brand, name: 'Acme', matchType: 'fuzzy' }] },
  'ads.getClonePayload': {
    ad: {
      hash,
      companyName: 'Acme',
      platform: ad.platform,
      format: ad.format,
      mediaType: ad.mediaType,
      headline: ad.headline,
      headlines: ad.headlines,
      body: ad.body,
      bodies: ad.bodies,
      description: ad.description,
      ctaType: ad.ctaType,
      ctaText: ad.ctaText,
      landingPageUrl: ad.landingPageUrl,
      language: ad.language,
      media: ad.media,
      cards: ad.cards,
    },
    structure: [{ part: 'hook', text: 'Buy one' }],
    product: null,
    prompt: 'Make',
    negativePrompt: 'No logo',
    aspectRatios: ['1:1'],
    doNotCopy: ['Acme'],
  },
  'companies.follow': {
    companyName: 'Acme',
    advertiserId: null,
    following: true,
    followedAt: time,
    created: true,
  },
  'companies.unfollow': { companyName: 'Acme', following: false },
  'companies.listFollowed': [
    {
      companyName: 'Acme',
      advertiserId: null,
      brandLogo,
      adCount: 0,
      activeAds: 0,
      newAdsLast7Days: 0,
      followedAt: time,
    },
  ],
  'companies.isFollowing': { companyName: 'Acme', following: true },
  'brandSpy.listTopAdvertisers': [
    { advertiserId: 7, company: 'Acme', adCount: 1, totalViews: 0, brandLogo, platforms: ['youtube'] },
  ],
  'brandSpy.getOverview': {
    stats: {
      totalAds: 0,
      totalReach: 0,
      imageAds: 0,
      videoAds: 0,
      activeAds: 0,
      avgDaysRunning: null,
      avgDaysRunningKind: null,
    },
    mediaTypeBreakdown: { image: 0, video: 1 },
    coverage: {
      ...coverage,
      measured: [{ library: 'meta', regions: ['EU'], from: '2026-01-01', until: null }],
    },
    demographics: {
      gender: [{ gender: 'female', reach: 10, share: 1 }],
      country: [{ country: 'DE', reach: 10, share: 1 }],
      age: [{ age: '18-24', reach: 10, share: 1 }],
    },
  },
  'brandSpy.getAdCopies': { copies: [{ body: 'Get one', ...statistics }], ...lastPage },
  'brandSpy.getHeadlines': { headlines: [{ headline: 'Buy', ...statistics }], ...lastPage },
  'brandSpy.getHooks': { hooks: [{ hook: 'Tired of cold feet?', ...statistics }], ...lastPage },
  'brandSpy.getTags': {
    totalAds: 2,
    averageScore: 40.5,
    tags: [
      {
        ...usedTag,
        activeAds: 1,
        totalReach: 0,
        avgDaysRunning: 1.5,
        avgDaysRunningKind: 'exact',
        avgScore: 60,
        adjustedScore: 43.75,
        sampleAds: [hash],
      },
    ],
    total: 1,
  },
  'brandSpy.getProductCategory': {
    taxonomy: 'IAB Ad Product Taxonomy 2.0',
    category: { id: 1004, name: 'Beer', within: ['Alcohol'] },
    matchingTexts: 4,
    texts: 12,
  },
  'brandSpy.getSurvival': {
    basis: 'advertiser',
    medianDays: 21,
    curve: [{ days: 30, share: 0.4, lower: 0.3, upper: 0.5, ads: 40 }],
    ad: { daysRunning: 50, daysRunningKind: 'exact', isRunning: true, outlived: 0.7, chances: [] },
    evidence: { kind: 'estimated', ads: 120, ended: 70, notUsed: 3, libraries: ['meta'] },
  },
  'brandSpy.listTests': {
    tests: [
      {
        differs: 'hook',
        launchedFrom: '2026-01-01',
        launchedTo: '2026-01-03',
        shared: {
          headline: 'Shoes',
          hook: null,
          callToAction: 'Shop now',
          landingPage: 'https://acme.example',
          audience: 'DE',
          picture: null,
        },
        arms: [
          {
            value: 'Walk.',
            words: [{ text: 'Walk.', isShared: true }],
            daysRunning: 61,
            daysRunningKind: 'atLeast',
            end: 'running',
            adCount: 1,
            ads: [{ hash, thumbnailUrl: null, status: 'active', daysRunning: 61, daysRunningKind: 'exact' }],
          },
        ],
        outcome: 'clear',
        notCompared: ['targeting', 'picture'],
      },
    ],
    evidence: { kind: 'measured', ads: 120, notUsed: 3, libraries: ['meta'] },
    ...lastPage,
  },
  'brandSpy.listCreatives': {
    creatives: [
      {
        familyId: '00a1b2c3d4e5f',
        adCount: 12,
        activeAds: 3,
        totalReach: null,
        daysRunning: 61,
        daysRunningKind: 'atLeast',
        firstDate: '2026-01-01',
        lastDate: '2026-03-03',
        launchedLast14Days: 4,
        launchedPrevious14Days: 1,
        ad: { hash, headline: 'Shoes', body: null, thumbnailUrl: null },
      },
    ],
    evidence: { kind: 'estimated', ads: 140, publishedStarts: 139, libraries: ['meta'] },
    ...lastPage,
  },
  'brandSpy.listClaims': {
    claims: [
      {
        kind: 'discount',
        text: 'up to 60 % off',
        value: 60,
        unit: '%',
        currency: null,
        bound: 'upTo',
        sentence: 'Now up to 60 % off.',
        firstUsed: '2026-03-04',
        lastUsed: '2026-03-20',
        isCurrent: true,
        adCount: 3,
        ads: [hash],
        changedFrom: {
          text: 'up to 40 % off',
          value: 40,
          unit: '%',
          currency: null,
          bound: 'upTo',
          lastUsed: '2026-03-03',
        },
        evidence: {
          kind: 'estimated',
          ads: 3,
          withoutStart: 1,
          platforms: ['facebook'],
          libraries: ['meta'],
        },
      },
    ],
    evidence: {
      kind: 'estimated',
      ads: 120,
      adsWithClaims: 60,
      withoutStart: 1,
      notUsed: 3,
      libraries: ['meta'],
    },
    ...lastPage,
  },
  'brandSpy.getLaunchHistory': {
    months: [
      { month: '2025-12', launched: 90, active: 60 },
      { month: '2026-01', launched: 50, active: 85 },
    ],
    planned: 0,
    evidence: { kind: 'estimated', ads: 140, publishedStarts: 139, libraries: ['meta'] },
  },
  'brandSpy.getTagShares': {
    totalAds: 140,
    days: 30,
    now: { from: '2026-01-02', to: '2026-01-31', ads: 50, publishedStarts: 49 },
    before: { from: '2025-12-03', to: '2026-01-01', ads: 0, publishedStarts: 0 },
    tags: [
      {
        tagDefinitionId: 3,
        category: 'hook',
        shortText: 'Question',
        adCount: 70,
        share: 0.5,
        now: 20,
        before: 0,
        shareNow: 0.4,
        shareBefore: null,
        state: 'notKnown',
      },
    ],
    total: 1,
    evidence: { kind: 'estimated', ads: 140, publishedStarts: 139, libraries: ['meta'] },
  },
  'brandSpy.getMomentum': {
    companyName: 'Acme',
    days: 14,
    state: 'rising',
    notKnownBecause: null,
    now: {
      from: '2026-01-15',
      to: '2026-01-28',
      launches: 12,
      launchesPerDay: 12 / 14,
      reach: null,
      reachPerDay: null,
    },
    before: {
      from: '2026-01-01',
      to: '2026-01-14',
      launches: 4,
      launchesPerDay: 4 / 14,
      reach: 700,
      reachPerDay: 50,
    },
    usual: { spans: 6, launches: 5.5, launchesPerDay: 5.5 / 14 },
    evidence: {
      kind: 'measured',
      ads: 60,
      notUsed: 2,
      libraries: ['meta'],
      observedFrom: '2025-10-01',
      observedTo: '2026-01-28',
      reach: { kind: 'estimated', ads: 9 },
    },
  },
  'brandSpy.getLandingPages': {
    landingPages: [
      {
        url: 'https://acme.example/',
        domain: 'acme.example',
        adCount: 1,
        activeAds: 1,
        distribution: 100,
        totalReach: 0,
        firstSeenAt: time,
        lastSeenAt: time,
      },
    ],
    ...lastPage,
  },
  'brandSpy.getTimeline': {
    timeRange: '1week',
    from: '2026-01-25',
    to: '2026-01-31',
    series: [{ date: '2026-01-25', launched: 0, active: 1 }],
    launches: [
      {
        hash,
        launchedAt: '2026-01-25',
        thumbnailUrl: null,
        format: 'image',
        headline: null,
        status: 'inactive',
        daysRunning: 1,
        daysRunningKind: 'exact',
        platforms: ['linkedin'],
      },
    ],
    evidence: { kind: 'estimated', ads: 1, publishedStarts: 0 },
    ...lastPage,
  },
  'brandSpy.getHeader': {
    advertiserId: 7,
    name: 'Acme',
    brandLogo,
    totalAds: 0,
    totalReach: 0,
    activeAds: 0,
    platforms: [],
    categories: ['Kitchen'],
    firstSeenAt: null,
    lastSeenAt: null,
  },
  'brandSpy.listSimilarAdvertisers': {
    companyName: 'Acme',
    method: 'embedding',
    advertisers: [{ ...brand, name: 'Apex', similarity: 0.8, sharedCategories: [], sharedTags: ['joy'] }],
  },
  'brandSpy.compare': {
    advertisers: [
      {
        advertiserId: 7,
        name: 'Acme',
        brandLogo,
        stats: {
          totalAds: 2,
          totalReach: 0,
          imageAds: 2,
          videoAds: 0,
          activeAds: 1,
          avgDaysRunning: 1.5,
          avgDaysRunningKind: 'atLeast',
        },
        mediaTypeBreakdown: { image: 1, video: 0 },
        formats: [{ format: 'image', adCount: 2, share: 1 }],
        platforms: [{ platform: 'tiktok', adCount: 1, share: 0.5 }],
        languages: [{ language: 'en', adCount: 1, share: 0.5 }],
        tempo: {
          launchedLast7Days: 0,
          launchedLast30Days: 1,
          launchedLast90Days: 9,
          publishedStarts: 8,
          launchesPerWeek: 0.7,
          medianDaysRunning: null,
        },
        topTags: [usedTag],
        distinctTags: [usedTag],
      },
    ],
    sharedTags: [
      {
        tagDefinitionId: 3,
        category: 'Offer',
        shortText: 'Discount',
        advertisers: [{ advertiserId: 7, adCount: 1, share: 0.5 }],
      },
    ],
  },
  'brandSpy.getChanges': {
    companyName: 'Acme',
    from: '2026-01-01',
    to: '2026-01-31',
    launched: {
      total: 1,
      ads: [{ hash, at: '2026-01-05', headline: 'Buy', thumbnailUrl: null }],
      evidence: { kind: 'estimated', ads: 1, publishedStarts: 0 },
    },
    stopped: {
      total: 1,
      ads: [{ hash, at: '2026-01-09', headline: null, thumbnailUrl: 'https://a.example/1' }],
    },
    revived: { total: 0, ads: [] },
    copies: { added: { total: 1, entries: [{ body: 'Get one', ...change }] }, dropped: nothing },
    headlines: { added: nothing, dropped: { total: 1, entries: [{ headline: 'Buy', ...change }] } },
    landingPages: {
      added: nothing,
      dropped: { total: 1, entries: [{ url: 'https://a.example', ...change }] },
    },
  },
  'trending.topTagsByEngagement': {
    coverage,
    windowDays: 7,
    country: null,
    platform: null,
    tags: [
      {
        tagDefinitionId: 5,
        category: 'emotion',
        shortText: 'joy',
        totalEngagement: 10,
        adCount: 4,
        avgEngagementPerAd: 2.5,
        momentum: {
          state: 'steady',
          adCountBefore: 3,
          shareChange: 1.2,
          now: { launches: 4, launchesPerDay: 4 / 7 },
          before: { launches: 3, launchesPerDay: 3 / 7 },
          usual: null,
          evidence: { kind: 'measured', ads: 7, notUsed: 0 },
        },
      },
    ],
  },
  'trending.topAdvertisers': {
    coverage,
    windowDays: 90,
    country: 'US',
    platform: 'tiktok',
    advertisers: [
      {
        advertiserId: 7,
        name: 'Acme',
        adCount: 4,
        totalEngagement: 10,
        avgEngagementPerAd: 2.5,
        platforms: ['tiktok'],
      },
    ],
  },
  'trending.saturation': {
    windowDays: 7,
    country: null,
    platform: null,
    category: 'Coffee shop',
    companies: null,
    from: '2026-01-09',
    to: '2026-01-15',
    before: { from: '2026-01-02', to: '2026-01-08' },
    ...saturationCounts,
    angles: [{ tagDefinitionId: 101, shortText: 'Made by hand', ...saturationCounts }],
    offers: [{ tagDefinitionId: 501, shortText: 'Free shipping', ...saturationCounts }],
    cells: [saturationCell],
    empty: [
      {
        angleId: 101,
        offerId: 502,
        expectedAdvertisers: 1.5,
        advertisersBefore: 2,
        evidence: { kind: 'estimated', ads: 9 },
      },
    ],
    emptying: [saturationCell],
    evidence: {
      kind: 'measured',
      ads: 3,
      publishedStarts: 3,
      withoutAngle: 1,
      withoutOffer: 2,
      adsBefore: null,
      publishedStartsBefore: null,
      libraries: ['meta'],
    },
  },
  'trending.getHistory': {
    windowDays: 2,
    country: 'DE',
    platform: null,
    from: '2026-01-01',
    to: '2026-01-04',
    history: [
      {
        id: 3,
        launched: [0, 2, 0, 5],
        bestAds: [{ hash, headline: 'Shoes', thumbnailUrl: null }],
      },
    ],
    evidence: { kind: 'estimated', ads: 7, publishedStarts: 6, libraries: ['meta'] },
  },
  'trending.listCategories': {
    categories: [{ category: 'Coffee shop', advertisers: 4 }],
    evidence: { kind: 'estimated', ads: 7, publishedStarts: 6, libraries: ['meta'] },
  },
  'notifications.list': { notifications: [notification], ...lastPage },
  'notifications.get': notification,
  'notifications.unreadCount': { count: 0 },
  'notifications.markRead': { updated: 1, unreadCount: 0 },
  'notifications.listRules': [rule],
  'notifications.upsertRule': { ...rule, companyNames: ['Acme'] },
  'notifications.deleteRule': success,
  'teams.list': [team],
  'teams.get': { ...team, logo, members: [member] },
  'teams.create': team,
  'teams.update': team,
  'teams.setLogo': { logo },
  'teams.delete': success,
  'teams.listMembers': [member],
  'teams.inviteByEmail': { ...member, invitationUrl: 'https://magpie.example/join/abc' },
  'teams.listInviteLinks': [inviteLink],
  'teams.createInviteLink': { ...inviteLink, url: 'https://magpie.example/join/abc' },
  'teams.revokeInviteLink': success,
  'teams.removeMember': success,
  'apiKeys.list': [apiKey],
  'apiKeys.create': { ...apiKey, key: 'mgp_secret' },
  'apiKeys.revoke': success,
  'aiImages.list': { images: [aiImage], ...lastPage },
  'aiImages.delete': success,
  'aiImages.get': aiImage,
  'aiImages.generate': aiImage,
  'aiImages.edit': aiImage,
  'aiImages.cancel': aiImage,
  'aiImages.listMakers': {
    makers: [
      { maker: 'template', model: 'template-1', costEstimate: 0, aspectRatios: ['1:1'], layouts: ['poster'] },
    ],
  },
  'brandImages.upload': brandImage,
  'brandImages.keep': brandImage,
  'cloneProducts.list': [product],
  'cloneProducts.get': product,
  'cloneProducts.create': product,
  'cloneProducts.update': product,
  'cloneProducts.delete': success,
  'cloneProducts.setDefault': product,
  'cloneProducts.inspectWebsite': {
    name: 'Kettle',
    url: 'https://acme.example/kettle',
    description: null,
    price: 49.5,
    currency: 'EUR',
    brandName: null,
    logoUrl: null,
    images: [],
    colors: [],
    sellingPoints: [],
    audience: null,
    tone: null,
    evidence: { price: { source: 'json-ld', value: 49.5 } },
  },
  'brandImages.list': { images: [brandImage], ...lastPage },
  'brandImages.delete': success,
  'notifications.testRule': {
    from: '2026-01-01',
    to: '2026-01-30',
    total: 1,
    evidence: { kind: 'measured', ads: 1, libraries: ['meta'] },
    firings: [
      {
        date: '2026-01-10',
        companyName: 'Gymshark',
        title: '1 new ad of Gymshark',
        body: 'Rule: mine',
        adCount: 1,
        adHashes: [ad.hash],
      },
    ],
  },
  'teams.setRole': member,
  'teams.acceptInvitation': team,
  'webhooks.list': [webhook],
  'webhooks.create': { ...webhook, secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' },
  'webhooks.delete': success,
  'webhooks.enable': webhook,
  'webhooks.rollSecret': { ...webhook, secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' },
  'webhooks.sendTest': delivery,
  'webhooks.deliveries': { deliveries: [delivery], ...lastPage },
  'webhooks.redeliver': delivery,
  'tags.list': [{ tagDefinitionId: 5, category: 'emotion', shortText: 'joy' }],
  'sources.connectors': [
    {
      connector: 'meta-api',
      label: 'Meta Ad Library',
      about: 'Ads on Facebook.',
      access: 'Create an app.',
      accessUrl: 'https://example.com',
      fields: [
        {
          name: 'status',
          about: 'Whether the ads are active.',
          type: 'text',
          choices: ['active', 'all'],
          required: false,
          secret: false,
          default: 'all',
        },
      ],
    },
  ],
  'sources.list': [source],
  'sources.suggest': {
    kind: 'website',
    name: 'acme',
    sources: [
      {
        connector: 'microsoft-ads',
        label: 'Microsoft Ad Library',
        name: 'acme-microsoft',
        query: [{ field: 'advertiser', value: 'acme' }],
        missing: [],
        credentialsFrom: null,
        existing: null,
      },
    ],
  },
  'sources.create': source,
  'sources.setEnabled': { ...source, enabled: false },
  'sources.setInterval': { ...source, everyMinutes: 60 },
  'sources.run': source,
  'sources.delete': success,
  'audit.list': {
    acts: [
      {
        id: 1,
        at: time,
        act: 'key.created',
        actorId: 'u1',
        actorEmail: 'ada@example.com',
        actorName: 'Ada',
        teamId: null,
        subject: 'key:7',
        via: 'session:1',
        address: null,
        details: { scopes: ['read'] },
      },
    ],
    ...lastPage,
  },
  'account.get': {
    userId: 'u1',
    email: 'ada@example.com',
    name: null,
    emailVerified: true,
    isOwner: false,
    hasPassword: true,
    logo: null,
    createdAt: time,
  },
  'account.setLogo': { logo },
  'account.listSessions': [
    {
      id: 's1',
      current: true,
      address: '127.0.0.1',
      userAgent: null,
      createdAt: time,
      lastUsedAt: time,
      expiresAt: time,
    },
  ],
  'account.endSession': success,
  'account.endOtherSessions': { ended: 2 },
  'account.getAppRequest': {
    name: 'An agent',
    host: null,
    redirectHost: 'localhost:8080',
    isLocal: true,
    scopes: ['read', 'write'],
    refusal: null,
    declineUrl: 'http://localhost:8080/callback?error=access_denied',
  },
  'account.connectApp': { redirectUrl: 'http://localhost:8080/callback?code=x' },
  'account.listApps': [
    {
      id: 1,
      name: 'An agent',
      host: 'agent.example',
      redirectHost: 'localhost:8080',
      isLocal: true,
      scopes: ['read'],
      createdAt: time,
      lastUsedAt: null,
      expiresAt: time,
    },
  ],
  'account.disconnectApp': success,
  'account.export': { url: 'https://magpie.example/api/account/export?token=x', expiresAt: time },
  'account.delete': success,
  'system.removeDemo': { removed: 20_000 },
  'system.status': {
    coverage,
    version: '0.1.0',
    engines: { postgres: 'PostgreSQL 18.4 (embedded)', clickhouse: 'embedded ClickHouse', cache: 'memory' },
    ads: 3,
    advertisers: 1,
    sources: [{ source: 'meta-api', ads: 3, lastImportAt: null }],
  },
  'system.health': {
    status: 'degraded',
    problems: ['The index has lost ads: 2000 of 2006 ads are missing.'],
    advice: 'Restore the newest backup.',
  },
};

/** Every copy of a value in which one object has one key more or one key less. */
function* distorted(value: unknown): Generator {
  if (Array.isArray(value)) {
    for (const [at, element] of value.entries()) {
      for (const other of distorted(element)) yield value.with(at, other);
    }
    return;
  }
  if (!isSchema(value)) return;
  yield { ...value, stray: 1 };
  for (const [key, inner] of Object.entries(value)) {
    const { [key]: _removed, ...rest } = value;
    yield rest;
    for (const other of distorted(inner)) yield { ...value, [key]: other };
  }
}

/** Objects whose keys are data. */
const open = new Set([
  'ads.getFilterValues',
  'ads.search',
  'notifications.list',
  'notifications.get',
  'audit.list',
  'cloneProducts.inspectWebsite',
]);

describe('responses', () => {
  test.each(Object.entries(answers))('a response of %s matches its schema', (name, answer) => {
    expect(procedures.get(name)?.output.parse(answer)).toEqual(answer);
  });

  test.each(Object.entries(answers).filter(([name]) => !open.has(name)))(
    'an answer of %s with a field too many or too few anywhere is refused',
    (name, answer) => {
      const accepted = [...distorted(answer)].filter(
        (other) => procedures.get(name)?.output.safeParse(other).success,
      );
      expect(accepted).toEqual([]);
    },
  );

  test('a number of the specification is never null', () => {
    const { output } = contract.brandSpy.getOverview;
    const overview = output.parse(answers['brandSpy.getOverview']);
    for (const field of ['totalAds', 'totalReach', 'imageAds', 'videoAds']) {
      expect(output.safeParse({ ...overview, stats: { ...overview.stats, [field]: null } }).success).toBe(
        false,
      );
    }
    for (const name of ['copies', 'headlines'] as const) {
      const procedure = name === 'copies' ? contract.brandSpy.getAdCopies : contract.brandSpy.getHeadlines;
      const entry = { ...(name === 'copies' ? { body: 'x' } : { headline: 'x' }), ...statistics };
      for (const field of ['adCount', 'totalReach', 'daysRunning', 'performanceScore']) {
        expect(
          procedure.output.safeParse({ [name]: [{ ...entry, [field]: null }], ...lastPage }).success,
        ).toBe(false);
      }
    }
  });

  test('a time with an offset, a logo without a host and a hash in upper case are rejected', () => {
    const { output } = contract.ads.getDetails;
    const details = output.parse(answers['ads.getDetails']);
    const advertiser = { ...details.advertiser, brandLogo: '/logos/7.svg' };
    expect(output.safeParse({ ...details, advertiser }).success).toBe(false);
    expect(output.safeParse({ ...details, firstSeenAt: '2026-01-31T12:00:00+01:00' }).success).toBe(false);
    expect(output.safeParse({ ...details, hash: hash.toUpperCase() }).success).toBe(false);
  });
});
