import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { procedures, type OpenAdInput, type ProcedureName } from '@magpie/contract';
import { expect } from 'vitest';
import { makeSignInLink } from '../auth/signInLinks.ts';
import { matchImports } from '../alerts/alerts.ts';
import { readConfig } from '../config/config.ts';
import { createImageRenderer } from '../integrations/drawing/drawing.ts';
import { openFiles } from '../integrations/storage/files.ts';
import { curlLine } from '../openapi/routerPage.ts';
import type { Example, Examples } from '../openapi/examples.ts';
import type { JsonObject } from '../openapi/schemas.ts';
import { browserAt } from './browser.ts';
import { freshClickHouse, silentLog } from './clickhouse.ts';
import { authorizationUrlOf, OAuthApp, requestFor, transportOf } from './oauthApp.ts';
import { picture } from './pictures.ts';
import { postgresLanes } from './postgres.ts';
import { startReceiver } from './receiver.ts';
import { openShell, type Shell } from './shell.ts';
import { startService, type TestService } from './service.ts';
import { makeQueuedImages } from './studio.ts';
import { openMakers } from '../studio/makers/makers.ts';
import { normalize } from './normalize.ts';

/** The state of a scenario that calls every procedure. */
export interface ApiScenario {
  readonly service: TestService;
  /** Knows the address and the owner's key as the reference calls them. */
  readonly shell: Shell;
  readonly examples: Examples;
  /** The hash of an ad of Northpot. */
  readonly hash: string;
  close(): Promise<void>;
}

type Responses = any; // oxlint-disable-line typescript/no-explicit-any -- each step knows the shape of its response
/** Calls a procedure by the very line that the reference shows; the first call of each is its example. */
type Call = (name: ProcedureName, input?: JsonObject, key?: string) => Promise<Responses>;

/** Stores the example of a procedure that a key cannot call. */
type Keep = (name: ProcedureName, input: JsonObject, answer: unknown) => void;

const dayMilliseconds = 86_400_000;

/** Every procedure is called at least once, each on what those before it left. */
export async function runApiScenario([lane] = postgresLanes): Promise<ApiScenario> {
  if (lane === undefined) throw new Error('there is always the embedded lane');
  const began = Date.now();
  const clickhouse = await freshClickHouse('embedded');
  const shop = await startReceiver();
  const service = await startService(lane, { fetchAllow: [shop.host] }, clickhouse);
  const shell = openShell();
  const examples = new Map<string, Example>();
  const replaced = new Map([
    [service.address, 'https://magpie.example'],
    [`http://${shop.host}`, 'https://shop.example'],
    [weekdayIn(2), 'friday'],
  ]);
  const keep: Keep = (name, input, answer) => {
    if (!examples.has(name)) examples.set(name, normalize({ input, output: answer }, { began, replaced }));
  };
  const call: Call = async (name, input = {}, key = service.owner.key) => {
    const procedure = procedures.get(name);
    if (procedure === undefined) throw new Error(`${name} is no procedure`);
    const line = curlLine(name, procedure, input);
    const { result } = JSON.parse(await shell.curl(line, { MAGPIE_URL: service.address, MAGPIE_KEY: key }));
    procedure.output.parse(result.data);
    keep(name, input, result.data);
    return result.data;
  };
  const alerts = {
    db: service.db,
    clickhouse,
    site: () => service.address,
    now: () => new Date(),
    log: silentLog,
  };
  await push(service, northpotAds());
  const { userId } = (await service.owner.get('account.get')).data;
  replaced.set(userId, 'usr_ann');
  await call('account.get');
  const hash = await research(call);
  await keepAds(call, hash);
  await useNotifications(call, async () => {
    await push(service, [newestAd()]);
    await matchImports(alerts, new AbortController().signal);
  });
  await connectSource(call);
  await workTogether(call, service, replaced);
  await makeImages(call, hash, shop, service);
  await lookAfterAccount(call, service, userId, replaced);
  await connectAgent(call, keep, service, userId, replaced);
  const close = async (): Promise<void> => {
    shell.close();
    shop.close();
    await service.close();
    await clickhouse.close();
  };
  return { service, shell, examples, hash, close };
}

async function research(call: Call): Promise<string> {
  await call('system.status');
  await call('system.health');
  await call('ads.listTopCompanies', { name: 'nortpot', limit: 2 });
  const { ads } = await call('ads.search', {
    searchQuery: 'boils "90 seconds" -glass',
    duplicates: 'fold',
    limit: 1,
  });
  await call('ads.search', { searchQuery: 'kettle', match: 'meaning', limit: 1 });
  await call('ads.search', { similarTo: { hash: ads[0].hash }, limit: 1 });
  await call('ads.getFamily', { hash: ads[0].hash, limit: 2 });
  await call('ads.getMany', { hashes: [ads[0].hash] });
  await call('tags.list');
  const companyName = 'Northpot';
  await call('brandSpy.listTopAdvertisers', { limit: 2 });
  await call('brandSpy.getHeader', { companyName });
  await call('brandSpy.getOverview', { companyName, status: 'active' });
  await call('brandSpy.getAdCopies', { companyName, sortBy: 'reach', limit: 1 });
  await call('brandSpy.getHeadlines', { companyName, limit: 1 });
  await call('brandSpy.getLandingPages', { companyName, sortBy: 'distribution', limit: 2 });
  await call('brandSpy.getTimeline', { companyName, timeRange: '1week', limit: 1 });
  await call('brandSpy.listSimilarAdvertisers', { companyName, limit: 1 });
  await call('brandSpy.compare', { companyNames: ['Northpot', 'Southcup'] });
  await call('brandSpy.getChanges', { companyName, dateFrom: daysAgo(29), dateTo: daysAgo(0) });
  await call('brandSpy.getHooks', { companyName, limit: 1 });
  await call('brandSpy.getTags', { companyName, category: 'hook', limit: 1 });
  await call('brandSpy.getProductCategory', { companyName });
  await call('brandSpy.getSurvival', { companyName });
  await call('brandSpy.listTests', { companyName, limit: 1 });
  await call('brandSpy.listCreatives', { companyName, limit: 1 });
  await call('brandSpy.getLaunchHistory', { companyName });
  await call('brandSpy.getTagShares', { companyName, category: 'hook', limit: 1 });
  await call('brandSpy.getMomentum', { companyName });
  await call('brandSpy.listClaims', { companyName, limit: 1 });
  await call('trending.topTagsByEngagement', { windowDays: 30, country: 'DE', limit: 2 });
  await call('trending.topAdvertisers', { windowDays: 30, platform: 'facebook', limit: 2 });
  const { advertiserId } = await call('brandSpy.getHeader', { companyName });
  await call('trending.getHistory', { advertiserIds: [advertiserId], windowDays: 7 });
  await call('trending.listCategories');
  await call('trending.saturation', { companyNames: [companyName], windowDays: 30, limit: 2 });
  await call('system.removeDemo');
  return ads[0].hash;
}

async function keepAds(call: Call, hash: string): Promise<void> {
  const { id: boardId } = await call('boards.create', {
    name: 'Hooks I like',
    description: 'First lines worth learning from.',
  });
  const { id: summer } = await call('boards.create', { name: 'Summer', parentBoardId: boardId });
  await call('boards.checkSlugAvailability', { slug: 'hooks-i-like' });
  await call('boards.updateSlug', { id: boardId, slug: 'hooks-i-like' });
  await call('boards.updateDescription', { id: boardId, description: 'First lines that hold.' });
  await call('boards.togglePublic', { id: boardId, published: true });
  await call('boards.update', { id: summer, name: 'Summer sale', order: 0 });
  await call('ads.addToBoard', { boardId, hash, note: 'The first line.' });
  await call('ads.addToBoard', { boardId: summer, hash });
  await call('ads.setNote', { hash, note: 'Opens with a number.' });
  await saveSearch(call);
  const { id: labelId } = await call('labels.create', { name: 'Strong hook', color: 'blue' });
  await call('labels.update', { id: labelId, color: 'purple' });
  await call('ads.setLabels', { hashes: [hash], add: [labelId] });
  await call('ads.setStage', { hashes: [hash], stage: 'shortlisted' });
  const { id: commentId } = await call('comments.create', { hash, text: 'Try this hook with our kettle.' });
  await call('comments.update', { id: commentId, text: 'Try this hook with the new kettle.' });
  await call('comments.list', { hash });
  await call('comments.delete', { id: commentId });
  await call('labels.list');
  await call('ads.list', { boardId, searchQuery: 'seconds', sortBy: 'daysRunning', limit: 1 });
  await call('ads.getDetails', { hash });
  await call('ads.findSaved', { ads: [{ hash }, { platform: 'facebook', externalId: '1000000000000099' }] });
  await call('ads.listBoardsContaining', { hash });
  await call('ads.listKeptMedia', { hash });
  await call('ads.getFilterValues');
  await call('boards.list');
  await makeReports(call, boardId);
  await call('labels.delete', { id: labelId });
  await call('ads.removeFromBoard', { boardId: summer, hash });
  await call('boards.remove', { id: summer });
}

async function saveSearch(call: Call): Promise<void> {
  const { id } = await call('searches.create', {
    name: 'Long running videos',
    filters: { searchQuery: 'free shipping', mediaType: 'video', daysRunningMin: 30, sortBy: 'daysRunning' },
  });
  await call('searches.update', { id, name: 'Long running' });
  await call('searches.list');
  await call('searches.delete', { id });
}

async function makeReports(call: Call, boardId: number): Promise<void> {
  const companyName = 'Northpot';
  await call('reports.get', { companyName, dateTo: daysAgo(1) });
  await call('reports.getMarkdown', { companyName, dateTo: daysAgo(1) });
  const { id } = await call('reports.create', { boardId, weekday: weekdayIn(2) });
  await call('reports.list');
  await call('reports.update', { id, byMail: false });
  await call('reports.delete', { id });
  const shared = await call('reports.share', { companyName, dateTo: daysAgo(1), days: 7 });
  await call('reports.listShares');
  await call('reports.unshare', { id: shared.id });
}

async function useNotifications(call: Call, somethingIsLaunched: () => Promise<void>): Promise<void> {
  const companyName = 'Northpot';
  await call('companies.follow', { companyName });
  await call('companies.isFollowing', { companyName });
  await call('companies.listFollowed');
  await call('notifications.testRule', { event: 'copy_matches', keywords: ['"90 seconds"'], days: 30 });
  const { id: ruleId } = await call('notifications.upsertRule', {
    name: 'Fast kettles',
    event: 'copy_matches',
    keywords: ['"90 seconds"'],
    frequency: 'daily',
  });
  await call('notifications.listRules');
  await somethingIsLaunched();
  await call('notifications.unreadCount');
  const { notifications } = await call('notifications.list', { unreadOnly: true, limit: 1 });
  await call('notifications.get', { id: notifications[0].id });
  await call('notifications.markRead', { ids: [notifications[0].id] });
  await call('notifications.deleteRule', { id: ruleId });
  await call('companies.unfollow', { companyName });
  const { id } = await call('webhooks.create', { url: 'https://hooks.example.com/magpie' });
  await call('webhooks.list');
  const delivery = await call('webhooks.sendTest', { id });
  await call('webhooks.deliveries', { id, limit: 1 });
  await call('webhooks.redeliver', { id: delivery.id });
  await call('webhooks.enable', { id });
  await call('webhooks.rollSecret', { id });
  await call('webhooks.delete', { id });
}

async function connectSource(call: Call): Promise<void> {
  await call('sources.connectors');
  await call('sources.create', {
    name: 'shoes-in-germany',
    connector: 'meta-api',
    query: { accessToken: 'a-token-of-the-ad-library', countries: ['DE'], searchTerms: 'shoes' },
    everyMinutes: 360,
  });
  await call('sources.list');
  await call('sources.suggest', { text: 'acme.com' });
  const name = 'shoes-in-germany';
  await call('sources.run', { name });
  await call('sources.setEnabled', { name, enabled: false });
  await call('sources.setInterval', { name, everyMinutes: 360 });
  await call('sources.delete', { name });
}

async function workTogether(call: Call, service: TestService, replaced: Map<string, string>): Promise<void> {
  const ben = await service.newcomer();
  replaced.set(ben.userId, 'usr_ben');
  const { email } = await call('account.get', {}, ben.key);
  replaced.set(email, 'ben@example.com');
  const { id } = await call('teams.create', { name: 'Agency', slug: 'agency' });
  await call('teams.inviteByEmail', { id, email });
  const mails = await service.db.query<{ text: string }>(`SELECT text FROM mails WHERE recipient = $1`, [
    email,
  ]);
  const token = /\/join\/([\w-]+)/.exec(mails[0]?.text ?? '')?.[1] ?? '';
  replaced.set(token, 'the-end-of-the-link');
  await call('teams.acceptInvitation', { token }, ben.key);
  await call('teams.setRole', { id, userId: ben.userId, role: 'admin' });
  const { id: linkId } = await call('teams.createInviteLink', { id, role: 'viewer', singleUse: true });
  await call('teams.listInviteLinks', { id });
  await call('teams.revokeInviteLink', { id, linkId });
  await call('teams.list');
  await call('teams.get', { id });
  await call('teams.listMembers', { id });
  await call('teams.update', { id, name: 'The agency' });
  await call('teams.setLogo', { id, file: (await picture('teal')).toString('base64') });
  await call('teams.removeMember', { id, userId: ben.userId });
  await call('teams.delete', { id });
  await call('account.delete', { confirmation: email }, ben.key);
}

const kettlePage = `<!doctype html><title>Kettle</title>
<script type="application/ld+json">{"@context":"https://schema.org","@type":"Product","name":"Kettle","description":"Boils in 90 seconds.",
"brand":{"@type":"Brand","name":"Northpot"},"offers":{"@type":"Offer","price":"49.50","priceCurrency":"EUR"}}</script><h1>Kettle</h1>`;

async function makeImages(
  call: Call,
  hash: string,
  shop: Awaited<ReturnType<typeof startReceiver>>,
  service: TestService,
): Promise<void> {
  shop.answer('/robots.txt', 404);
  const url = shop.answer('/products/kettle', (response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end(kettlePage);
  });
  await call('cloneProducts.inspectWebsite', { url });
  const { id } = await call('cloneProducts.create', {
    name: 'Kettle',
    brandName: 'Northpot',
    price: 49.5,
    currency: 'EUR',
    colors: ['#0f4c5c'],
    font: 'rounded',
    sellingPoints: ['Boils in 90 seconds', 'Keeps warm for an hour'],
  });
  await call('cloneProducts.get', { id });
  await call('cloneProducts.update', { id, tone: 'Calm and exact' });
  await call('cloneProducts.setDefault', { id });
  await call('cloneProducts.list');
  await call('ads.getClonePayload', { hash, productId: id });
  const file = (await picture('teal')).toString('base64');
  const image = await call('brandImages.upload', { file, name: 'Teal', kind: 'other', productId: id });
  await call('brandImages.keep', { logoOf: 'Northpot', productId: id });
  await call('brandImages.list', { productId: id, limit: 1 });
  await call('brandImages.delete', { id: image.id });
  await call('aiImages.listMakers');
  const made = await call('aiImages.generate', {
    productId: id,
    sourceAdHash: hash,
    aspectRatio: '4:5',
    seed: 7,
  });
  await call('aiImages.get', { id: made.id });
  await call('aiImages.list', { productId: id, limit: 1 });
  await call('aiImages.cancel', { id: made.id });
  await call('aiImages.delete', { id: made.id });
  await editImage(call, service, id);
  await call('cloneProducts.delete', { id });
  await call('ads.delete', { hash });
}

async function editImage(call: Call, { db }: TestService, productId: number): Promise<void> {
  const image = await call('aiImages.generate', { productId, layout: 'split', seed: 8 });
  const drawing = createImageRenderer();
  const dataFolder = mkdtempSync(path.join(os.tmpdir(), 'magpie-drawn-'));
  try {
    const config = { ...readConfig({}), dataFolder };
    await makeQueuedImages(db, openFiles(config), openMakers(config, drawing));
    await call('aiImages.edit', { id: image.id, headline: 'Tea before the bus comes', offer: 'Now €39' });
  } finally {
    await drawing.close();
    rmSync(dataFolder, { recursive: true });
  }
}

async function lookAfterAccount(
  call: Call,
  { address, db }: TestService,
  userId: string,
  replaced: Map<string, string>,
): Promise<void> {
  for (const [place, browser] of [browserAt(address), browserAt(address)].entries()) {
    await browser.press(`/sign-in/${await makeSignInLink(db, userId)}`, {});
    const { body } = await browser.call('account.listSessions');
    const { id } = body.result.data.find(({ current }: { current: boolean }) => current);
    replaced.set(id, `session-${place + 1}`);
    if (place === 0) {
      await call('account.listSessions');
      await call('account.endSession', { id });
    }
  }
  await call('account.endOtherSessions');
  await call('account.setLogo', { file: (await picture('navy')).toString('base64') });
  await call('account.export');
  const key = await call('apiKeys.create', { name: 'Reporting', scopes: ['read'] });
  await call('apiKeys.list');
  await call('apiKeys.revoke', { id: key.id });
  await call('audit.list', { act: 'key.created', limit: 1 });
}

/** A person allows an agent, which then exchanges its code. */
async function connectAgent(
  call: Call,
  keep: Keep,
  { address, db }: TestService,
  userId: string,
  replaced: Map<string, string>,
): Promise<void> {
  const browser = browserAt(address);
  await browser.press(`/sign-in/${await makeSignInLink(db, userId)}`);
  const app = new OAuthApp();
  const authorizationUrl = await authorizationUrlOf(app, address);
  const request = await requestFor(browser, authorizationUrl);
  replaced.set(request, 'aHR0cHM6…').set(encodeURIComponent(address), 'https%3A%2F%2Fmagpie.example');
  const seen = await browser.call('account.getAppRequest', { request });
  keep('account.getAppRequest', { request }, seen.body.result.data);
  const allowing = { request, scopes: ['read'] };
  const allowed = await browser.call('account.connectApp', allowing);
  keep('account.connectApp', allowing, allowed.body.result.data);
  await transportOf(app, address).finishAuth(new URL(allowed.body.result.data.redirectUrl).searchParams);
  const [{ id }] = await call('account.listApps');
  await call('account.disconnectApp', { id });
}

function weekdayIn(days: number): string {
  const date = new Date(Date.now() + days * dayMilliseconds);
  return date.toLocaleDateString('en', { weekday: 'long', timeZone: 'UTC' }).toLowerCase();
}

function daysAgo(days: number): string {
  return new Date(Date.now() - days * dayMilliseconds).toISOString().slice(0, 10);
}

async function push({ address, owner }: TestService, ads: readonly OpenAdInput[]): Promise<void> {
  const response = await fetch(`${address}/api/ingest?source=demo`, {
    method: 'POST',
    headers: { authorization: `Bearer ${owner.key}`, 'content-type': 'application/x-ndjson' },
    body: ads.map((ad) => JSON.stringify(ad)).join('\n'),
  });
  expect(await response.text()).toContain('"rejected":0');
}

const kettle = 'https://northpot.example/kettle';

function northpotAds(): OpenAdInput[] {
  const seen = `${daysAgo(1)}T08:00:00.000Z`;
  const northpot = {
    advertiser: { name: 'Northpot', categories: ['Kitchen'] },
    capturedAt: seen,
    status: 'active' as const,
    countries: ['DE', 'US'],
    landingPageUrl: kettle,
    ctaText: 'Shop now',
  };
  const southcup = { ...northpot, advertiser: { name: 'Southcup', categories: ['Kitchen'] } };
  return [
    {
      ...northpot,
      key: 'meta:1000000000000001',
      platforms: ['facebook', 'instagram'],
      format: 'image',
      headlines: ['Tea before you sit down'],
      bodies: ['Boils in 90 seconds, keeps warm for an hour. Free shipping.'],
      startDate: daysAgo(20),
      reach: { value: 120_000, kind: 'reported' },
      demographics: { gender: { female: 70_000, male: 50_000 }, country: { DE: 90_000, US: 30_000 } },
      engagement: { likes: 900, comments: 40, shares: 25, rankCountry: 'DE' },
    },
    {
      ...northpot,
      key: 'meta:1000000000000002',
      platforms: ['facebook'],
      format: 'video',
      headlines: ['Quiet mornings'],
      bodies: ['The kettle that does not whistle.'],
      startDate: daysAgo(45),
      endDate: daysAgo(5),
      status: 'inactive',
      landingPageUrl: 'https://northpot.example/quiet',
      reach: { value: 30_000, kind: 'reported' },
    },
    {
      ...southcup,
      key: 'meta:1000000000000003',
      platforms: ['facebook'],
      format: 'image',
      headlines: ['Keeps coffee hot'],
      bodies: ['A cup that keeps its heat. Free shipping.'],
      startDate: daysAgo(10),
      landingPageUrl: 'https://southcup.example/cup',
      engagement: { likes: 300, comments: 12, shares: 4, rankCountry: 'DE' },
    },
  ];
}

function newestAd(): OpenAdInput {
  return {
    key: 'meta:1000000000000004',
    advertiser: { name: 'Northpot' },
    platforms: ['instagram'],
    format: 'image',
    headlines: ['Now in red'],
    bodies: ['The kettle of the year, in red.'],
    startDate: daysAgo(0),
    status: 'active',
    landingPageUrl: kettle,
  };
}
