import type { OpenAdInput, OutputOf, contract } from '@magpie/contract';
import * as fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createNameIndex } from '../advertisers/nameIndex.ts';
import { instanceSecret } from '../auth/people.ts';
import { createWeekResearch } from '../advertisers/weekResearch.ts';
import { createPresentation } from '../ads/presentation.ts';
import type { ClickHouseEngine } from '../db/clickhouse/clickhouse.ts';
import { openAd, plainEnrichment, unranked } from '../testing/catalog.ts';
import { freshClickHouse, silentLog } from '../testing/clickhouse.ts';
import { newTeam } from '../testing/library.ts';
import { noise } from '../testing/pictures.ts';
import { postgresLanes } from '../testing/postgres.ts';
import { startService, type TestService } from '../testing/service.ts';
import { createReports } from './feature.ts';
import { addDays, lastDue, nextDue } from './week.ts';

const [lane] = postgresLanes;
if (lane === undefined) throw new Error('there is always the embedded lane');

type Report = OutputOf<typeof contract.reports.get>;

const to = '2026-03-29';
const from = addDays(to, -6);
const seenAt = new Date('2026-04-10T12:00:00Z');

let service: TestService;
let clickhouse: ClickHouseEngine;
beforeAll(async () => {
  clickhouse = await freshClickHouse('embedded');
  service = await startService(lane, {}, clickhouse);
});
afterAll(async () => {
  await service.close();
  await clickhouse.close();
});

async function record(name: string, ads: readonly Partial<OpenAdInput>[], seen = seenAt): Promise<void> {
  const named = ads.map((ad, at) =>
    openAd({
      key: `meta:${name.replaceAll(' ', '')}-${at}`,
      ...(ad.startDate !== undefined && { firstSeenAt: ad.startDate }),
      lastConfirmedAt: ad.endDate === undefined ? seen.toISOString() : null,
      sourceUrl: `https://library.example/${at}`,
      ...ad,
      advertiser: { name },
    }),
  );
  await service.catalog.recordAds(named, { source: 'test', seenAt: seen });
}

async function reportOf(companyName: string): Promise<Report> {
  const { data, error } = await service.owner.get('reports.get', { companyName, dateTo: to });
  expect(error).toBeUndefined();
  return data;
}

const brandOf = (report: Report) => {
  const [brand] = report.brands;
  if (brand === undefined) throw new Error('the report has no brand');
  return brand;
};

describe('asOf', () => {
  const week = { dateTo: to };
  const moment = '2026-04-05T12:00:00.000Z';
  const seenOn = (day: string, headline: string, reach: number, ad: Partial<OpenAdInput> = {}) => ({
    key: 'meta:past-1',
    startDate: addDays(to, -2),
    capturedAt: `${day}T12:00:00Z`,
    headlines: [headline],
    bodies: [`Save up to ${reach}% on every kettle.`],
    reach: { value: reach },
    lastConfirmedAt: null,
    ...ad,
  });
  const get = async (companyName: string, asOf?: string) =>
    (await service.owner.get('reports.get', { ...week, companyName, ...(asOf !== undefined && { asOf }) }))
      .data;

  it('makes the report that an instance gives which knows only what was seen until then', async () => {
    const early = [
      seenOn('2026-03-28', 'First', 10),
      seenOn('2026-04-02', 'Second', 20),
      seenOn('2026-04-01', 'Other', 30, { key: 'meta:past-2', startDate: addDays(to, -40) }),
    ];
    const late = [
      seenOn('2026-04-08', 'Third', 40, { status: 'inactive', endDate: addDays(to, -1) }),
      seenOn('2026-04-09', 'New', 50, { key: 'meta:past-3' }),
    ];
    for (const ad of early) await record('Past', [ad]);
    const before = await get('Past', moment);
    expect(before.createdAt).toBe(moment);
    expect(brandOf(before)).toMatchObject({
      launched: { ads: 1, creatives: 1, shown: [{ headline: 'First', adCount: 1 }] },
      stopped: { ads: 0 },
      evidence: { ads: 2 },
    });
    const [known, then] = [brandOf(await get('Past')), brandOf(before)];
    const claimsOf = ({ claims }: typeof known) => claims?.claims.map(({ claim }) => claim);
    expect(claimsOf(then)).toEqual(claimsOf(known));
    expect(then.momentum).toEqual(known.momentum);
    for (const ad of late) await record('Past', [ad]);
    expect(await get('Past', moment)).toEqual(before);
    expect(brandOf(await get('Past'))).toMatchObject({ launched: { ads: 2 }, stopped: { ads: 1 } });
    const { data } = await service.owner.get('reports.getMarkdown', {
      ...week,
      companyName: 'Past',
      asOf: moment,
    });
    expect(data.markdown).toContain(`/reports/view?name=Past&to=${to}&asOf=${encodeURIComponent(moment)}`);
  });

  it('is refused in the future, and before a brand was known', async () => {
    const status = async (asOf: string) =>
      (await service.owner.get('reports.get', { companyName: 'Past', asOf })).status;
    expect(await status('2200-01-01')).toBe(400);
    expect(await status('2020-01-01')).toBe(404);
  });
});

describe('the report of a week', () => {
  let brands = 0;

  it('counts what was launched and stopped in its days, and nothing else', async () => {
    const day = fc.integer({ min: -20, max: 10 });
    const run = fc.tuple(day, fc.option(fc.integer({ min: 0, max: 20 })));
    await fc.assert(
      fc.asyncProperty(fc.array(run, { minLength: 1, maxLength: 12 }), async (runs) => {
        brands += 1;
        const name = `Random ${brands}`;
        const dates = runs.map(([start, length]) => ({
          startDate: addDays(to, start),
          ...(length !== null && { endDate: addDays(to, start + length), status: 'inactive' as const }),
        }));
        await record(name, dates, new Date('2026-05-01T12:00:00Z'));
        const { launched, stopped, rising, claims, evidence } = brandOf(await reportOf(name));
        const isInWeek = (each: string | undefined): boolean =>
          each !== undefined && each >= from && each <= to;
        const inWeek = dates.filter(({ startDate }) => isInWeek(startDate));
        const ended = dates.filter(({ endDate }) => isInWeek(endDate));
        expect(evidence.ads).toBe(runs.length);
        const hasChanges = launched !== null && stopped !== null;
        expect(hasChanges || inWeek.length + ended.length === 0).toBe(true);
        if (!hasChanges) return;
        expect(launched.ads).toBe(inWeek.length);
        expect(launched.shown.reduce((sum, { adCount }) => sum + adCount, 0)).toBe(inWeek.length);
        expect(launched.evidence).toMatchObject({ kind: 'measured', publishedStarts: inWeek.length });
        expect(stopped.ads).toBe(ended.length);
        expect(stopped.evidence).toMatchObject({ kind: 'measured', publishedEnds: ended.length });
        const days = [...launched.shown, ...stopped.shown].map(({ at }) => at);
        expect(days.every(isInWeek)).toBe(true);
        expect(rising).toBeNull();
        expect(claims?.total).toBe(0);
      }),
      { numRuns: 25 },
    );
  });

  it('has rising ads, tests and new claims with their ads, and its numbers say what they are made of', async () => {
    const grown = {
      reach: { value: 900, kind: 'reported' as const },
      capturedAt: `${to}T12:00:00Z`,
      snapshots: [0, 7, 14].map((days) => ({
        capturedAt: `${addDays(to, -days)}T12:00:00Z`,
        reach: days === 0 ? 900 : days === 7 ? 200 : 100,
      })),
    };
    const counts = (...reached: readonly (number | null)[]) => ({
      reach: { value: reached.at(-1) ?? 0, kind: 'reported' as const },
      snapshots: reached.flatMap((reach, at) =>
        reach === null ? [] : [{ capturedAt: `${addDays(to, -14 + 7 * at)}T12:00:00Z`, reach }],
      ),
    });
    const picture = 'https://cdn.example/kettle.jpg';
    const arm = { bodies: ['A kettle that lasts.'], startDate: addDays(to, -3) };
    await record('Northpot', [
      {
        startDate: addDays(to, -60),
        ...grown,
        headlines: ['Old kettle'],
        media: [{ type: 'image', url: picture }],
      },
      // More than before, but not 1.5 times as much; as on their pages, the others are steady or not known.
      { ...grown, ...counts(600, 1200, 1900), startDate: addDays(to, -60), headlines: ['Steady kettle'] },
      { ...grown, ...counts(null, null, 5000), startDate: addDays(to, -2), headlines: ['New kettle'] },
      {
        ...grown,
        ...counts(55_000, 55_000, 550_000),
        reach: { value: 550_000, kind: 'range' },
        startDate: addDays(to, -60),
        headlines: ['Range of kettles'],
      },
      { ...arm, headlines: ['Boils in 90 seconds'] },
      { ...arm, headlines: ['Boils without noise'] },
      { startDate: addDays(to, -2), headlines: ['Sale'], bodies: ['Save up to 40% on every kettle today.'] },
      { startDate: addDays(to, 5), headlines: ['Later'], bodies: ['Save up to 60% on every kettle today.'] },
    ]);
    const report = await reportOf('northpot');
    const brand = brandOf(report);
    expect(report).toMatchObject({ title: 'Northpot', from, to, saved: null, otherBrands: 0 });
    expect(brand.rising).toMatchObject({
      ads: 1,
      shown: [
        {
          headline: 'Old kettle',
          thumbnailUrl: picture,
          reachGained: 700,
          reachGainedBefore: 100,
          spans: { now: { from: addDays(to, -7), to, reachPerDay: 100 }, before: { days: 7 } },
        },
      ],
      evidence: { kind: 'measured', ads: 2, libraries: ['meta'], from, to },
    });
    for (const { hash } of brand.rising?.shown ?? []) {
      const { data } = await service.owner.get('ads.getDetails', { hash });
      expect(data.momentum.state).toBe('rising');
    }
    expect(brand.tests).toMatchObject({
      total: 1,
      tests: [{ because: 'launched', test: { differs: 'headline', launchedTo: addDays(to, -3) } }],
    });
    expect(brand.claims?.claims.map(({ claim, ad }) => [claim.text, ad?.headline])).toEqual([
      [expect.stringMatching(/40\s?%/), 'Sale'],
    ]);
    expect(brand.evidence).toMatchObject({ ads: 8, observedTo: to });
    expect(brand.momentum).toMatchObject({ days: 7, now: { from, to, launches: 4 } });
    const { data } = await service.owner.get('reports.getMarkdown', { companyName: 'Northpot', dateTo: to });
    expect(data.markdown).toContain('# Northpot: Mar 23 – 29, 2026');
    expect(data.markdown).toContain(`[Old kettle](${service.address}/ads/`);
    expect(data.markdown).toMatch(/Sale\].*, reach unknown/);
    expect(data.markdown).not.toContain('60%');
  });

  it('knows nothing of a week in which no source showed an ad', async () => {
    await record('Gone', [{ startDate: '2026-01-01' }], new Date('2026-02-01T12:00:00Z'));
    const brand = brandOf(await reportOf('Gone'));
    const none = { launched: null, stopped: null, revived: null, momentum: null, tests: null, claims: null };
    expect(brand).toMatchObject({ ...none, rising: null, evidence: { ads: 1, observedTo: '2026-02-01' } });
    const { data } = await service.owner.get('reports.getMarkdown', { companyName: 'Gone', dateTo: to });
    expect(data.markdown).toContain('No data');
    expect(data.markdown).not.toMatch(/\b0 ads|No ads/);
  });

  it('says which starts are only first sightings', async () => {
    await record('Undated', [{}, { startDate: to }], new Date(`${to}T08:00:00Z`));
    expect(brandOf(await reportOf('Undated')).launched).toMatchObject({
      ads: 2,
      evidence: { kind: 'estimated', ads: 2, publishedStarts: 1 },
    });
  });

  it('404 for an unknown brand, 400 for a week that has not ended', async () => {
    expect((await service.owner.get('reports.get', { companyName: 'Nobody' })).status).toBe(404);
    const today = new Date().toISOString().slice(0, 10);
    const { status, error } = await service.owner.get('reports.get', { companyName: 'Gone', dateTo: today });
    expect([status, error.message]).toEqual([400, expect.stringContaining('must be a day before today')]);
  });
});

describe('reports of boards', () => {
  it('have what was saved in the week and the brands of the board; strangers get 403, viewers cannot share', async () => {
    const [author, viewer, stranger] = await Promise.all([
      service.newcomer(),
      service.newcomer(),
      service.newcomer(),
    ]);
    const teamId = await newTeam(service.db, { owner: author, viewer });
    const { data: board } = await author.post('boards.create', { name: 'Kettles', teamId });
    const boardId = board.id as number;
    const found = await author.get('ads.search', { companyNames: ['Northpot'], limit: 2 });
    const [first, second] = found.data.ads.map(({ hash }: { hash: string }) => hash);
    await author.post('ads.addToBoard', { boardId, hash: first, note: 'A secret note' });
    await author.post('ads.addToBoard', { boardId, hash: second });
    const setDay = `UPDATE board_ads SET added_at = $1 WHERE saved_ad_id = (
      SELECT id FROM saved_ads WHERE ad_hash = $2 AND team_id = $3)`;
    await service.db.query(setDay, [`${to}T23:59:59.9Z`, first, teamId]);
    await service.db.query(setDay, [`${addDays(to, 1)}T00:00:00Z`, second, teamId]);
    const { data: report } = await viewer.get('reports.get', { boardId, dateTo: to });
    expect(report).toMatchObject({
      title: 'Kettles',
      boardId,
      by: 'Team',
      saved: { ads: 1 },
      otherBrands: 0,
    });
    expect(report.saved.shown.map(({ hash, at }: { hash: string; at: string }) => [hash, at])).toEqual([
      [first, to],
    ]);
    expect(report.brands.map(({ companyName }: { companyName: string }) => companyName)).toEqual([
      'Northpot',
    ]);
    expect(JSON.stringify(report)).not.toContain('secret');
    for (const name of ['reports.share', 'reports.create']) {
      expect((await stranger.post(name, { boardId })).status, name).toBe(403);
    }
    expect((await stranger.get('reports.get', { boardId })).status).toBe(403);
    expect((await viewer.post('reports.share', { boardId })).status).toBe(403);

    const shared = await author.post('reports.share', { boardId, dateTo: to });
    expect((await fetch(shared.data.url)).status).toBe(200);
    await service.db.query(`UPDATE teams SET logo = 'ours' WHERE id = $1`, [teamId]);
    const logo = `<img src="data:image/webp;base64,${Buffer.from('ours').toString('base64')}" alt="" />`;
    expect(await (await fetch(shared.data.url)).text()).toContain(`${logo}<bdi>Team</bdi>`);
    // A team of another name did not share the report.
    await service.db.query(`UPDATE teams SET name = 'Other' WHERE id = $1`, [teamId]);
    const text = await (await fetch(shared.data.url)).text();
    expect(text).toContain('<bdi>Team</bdi>');
    expect(text).not.toContain(logo);
    expect((await stranger.get('reports.listShares')).data).toEqual([]);
    expect((await stranger.post('reports.unshare', { id: shared.data.id })).status).toBe(404);
    await viewer.post('reports.create', { boardId });
    expect((await viewer.get('reports.list')).data).toHaveLength(1);
    await service.db.query(`DELETE FROM team_members WHERE team_id = $1`, [teamId]);
    expect((await viewer.get('reports.list')).data).toEqual([]);
    expect((await fetch(shared.data.url)).status).toBe(404);
  });
});

describe('a shared report', () => {
  const share = async (input: object = {}) => {
    const { data, error } = await service.owner.post('reports.share', {
      companyName: 'Northpot',
      dateTo: to,
      ...input,
    });
    expect(error).toBeUndefined();
    return data as { id: number; url: string; expiresAt: string };
  };

  it('is a page for anyone with the link, not for search engines, with pictures of this service only', async () => {
    const { url } = await share();
    const response = await fetch(url);
    const text = await response.text();
    expect([response.status, response.headers.get('x-robots-tag')]).toEqual([200, 'noindex, nofollow']);
    expect(response.headers.get('cache-control')).toBe('private, no-store');
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(text).toContain('<h1 dir="auto">Northpot</h1>');
    expect(text).toContain('content="noindex, nofollow"');
    expect(text).toContain('/pictures/0"');
    expect(text).not.toContain('<script');
    expect(text).not.toContain('cdn.example');
    const markdown = await fetch(`${url}.md`);
    expect(markdown.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
    expect(await markdown.text()).toContain('# Northpot');
    expect(await (await fetch(`${url}.json`)).json()).toMatchObject({ title: 'Northpot' });
    // Not one of the report: nobody can fetch other addresses with the link.
    expect((await fetch(`${url}/pictures/99`)).status).toBe(404);
    expect((await fetch(`${url}/pictures/x`)).status).toBe(404);
  });

  it('has the logo of the person instead of initials, once there is one', async () => {
    const { url } = await share();
    await service.owner.post('account.setLogo', { file: (await noise(40, 30)).toString('base64') });
    const { logo } = (await service.owner.get('account.get')).data as { logo: string };
    const response = await fetch(url);
    expect(await response.text()).toContain(`<p class="owner"><img src="${logo}" alt="" />`);
    expect(response.headers.get('content-security-policy')).toContain("img-src 'self' data:;");
    expect(await (await fetch(`${url}.json`)).text()).not.toContain('data:image');
    await service.owner.post('account.setLogo', { file: null });
    expect(await (await fetch(url)).text()).not.toContain('data:image');
  });

  it('stays as it was when it was shared', async () => {
    const { url } = await share();
    const before = await (await fetch(url)).text();
    await record('Northpot', [{ startDate: to, headlines: ['A late find'], key: 'meta:late' }]);
    expect(await (await fetch(url)).text()).toBe(before);
    expect(await (await fetch((await share()).url)).text()).toContain('A late find');
  });

  it('is 404 once it has expired or was revoked, or if the link was changed', async () => {
    const expired = await share();
    await service.db.query(`UPDATE shared_reports SET expires_at = now() WHERE id = $1`, [expired.id]);
    const revoked = await share({ days: 90 });
    expect((await service.owner.post('reports.unshare', { id: revoked.id })).data).toEqual({ success: true });
    const valid = await share();
    const other = valid.url.replace(/.(.{3})$/, (end) => (end.startsWith('A') ? 'B' : 'A') + end.slice(1));
    const [, , , , token = ''] = valid.url.split('/');
    const [, ...rest] = token.split('.');
    const later = valid.url.replace(token, ['99999999999', ...rest].join('.'));
    for (const url of [expired.url, revoked.url, other, later, `${service.address}/r/1`]) {
      for (const path of ['', '.md', '.json', '/pictures/0']) {
        const response = await fetch(`${url}${path}`);
        expect([response.status, await response.text()], url + path).toEqual([
          404,
          expect.not.stringContaining('Northpot'),
        ]);
      }
    }
    const listed = (await service.owner.get('reports.listShares')).data.map(({ id }: { id: number }) => id);
    expect(listed).toContain(valid.id);
    expect(listed).not.toContain(expired.id);
    expect(listed).not.toContain(revoked.id);
  });
});

describe('weekly mails', () => {
  /** A node of its own, at a time. */
  const send = async (now: Date): Promise<number> => {
    const { recordings } = service.catalog;
    const newestRecording = () => recordings.newest();
    const siteAddress = () => service.address;
    const research = createWeekResearch({
      clickhouse,
      names: createNameIndex({ clickhouse, newestRecording }),
      newestRecording,
      today: () => now.toISOString().slice(0, 10),
      siteAddress,
      tagDefinitions: [],
    });
    const presentAds = createPresentation({
      clickhouse,
      tagDefinitions: [],
      siteAddress,
      readRanking: unranked,
    });
    const secret = await instanceSecret(service.db, null);
    const parts = {
      db: service.db,
      clickhouse,
      enrichment: plainEnrichment,
      presentAds,
      secret,
      log: silentLog,
      research,
    };
    const reports = createReports({ ...parts, siteAddress, now: () => now });
    return reports.sendDue(new AbortController().signal);
  };
  const mails = () =>
    service.db.query<{ recipient: string; subject: string; text: string; html: string }>(
      `SELECT recipient, subject, text, html FROM mails WHERE subject LIKE 'Weekly report%' ORDER BY created_at`,
    );
  const created = '2026-03-25T12:00:00Z';
  /** A Monday. */
  const due = new Date('2026-03-30T07:00:00Z');
  beforeEach(() =>
    service.db.query('DELETE FROM report_subscriptions; ').then(() => service.db.query('TRUNCATE mails')),
  );

  const subscribe = async (input: object = { companyName: 'Northpot' }) => {
    const person = await service.newcomer();
    const { data, error } = await person.post('reports.create', input);
    expect(error).toBeUndefined();
    await service.db.query('UPDATE report_subscriptions SET created_at = $1', [created]);
    return { person, id: data.id as number };
  };

  it('are sent once a week to each subscriber, by several nodes and after restarts', async () => {
    const people = [await subscribe(), await subscribe(), await subscribe()];
    expect(await send(new Date(due.getTime() - 1))).toBe(0);
    const sent = await Promise.all([send(due), send(due), send(due)]);
    expect(sent.reduce((sum, count) => sum + count, 0)).toBe(3);
    for (const hours of [0.2, 24, 24 * 6])
      expect(await send(new Date(due.getTime() + hours * 3_600_000))).toBe(0);
    const first = await mails();
    expect(first).toHaveLength(3);
    expect(new Set(first.map(({ recipient }) => recipient)).size).toBe(3);
    expect(first[0]?.subject).toBe('Weekly report: Northpot, Mar 23 – 29, 2026');
    expect(first[0]?.text).toContain(`${service.address}/reports/view?name=Northpot&to=2026-03-29`);
    expect(first[0]?.html).toMatch(/<img src="[^"]+\/r\/[^"]+\/pictures\/0"/);
    // The pictures of the mail have no page.
    const [, base = ''] = /<img src="([^"]+)\/pictures\/0"/.exec(first[0]?.html ?? '') ?? [];
    expect((await fetch(base)).status).toBe(404);
    // After three days without a node, the week that was due is made up for.
    expect(await send(new Date('2026-04-09T12:00:00Z'))).toBe(3);
    expect((await mails()).slice(3).map(({ subject }) => subject)).toEqual(
      people.map(() => 'Weekly report: Northpot, Mar 30 – Apr 5, 2026'),
    );
  });

  it('are not sent for times before the subscription or the change of its day, nor if switched off', async () => {
    const { person, id } = await subscribe();
    await service.db.query('UPDATE report_subscriptions SET created_at = $1', [due]);
    expect(await send(due)).toBe(0);
    await service.db.query('UPDATE report_subscriptions SET created_at = $1', [created]);
    const changed = await person.post('reports.update', { id, weekday: 'sunday' });
    expect(changed.data).toMatchObject({ weekday: 'sunday', byMail: true, lastMailedAt: null });
    expect(await send(due)).toBe(0);
    await service.db.query('UPDATE report_subscriptions SET mailed_for = NULL, by_mail = false');
    expect(await send(due)).toBe(0);
    await service.db.query('UPDATE report_subscriptions SET by_mail = true');
    expect(await send(due)).toBe(1);
    expect((await person.get('reports.list')).data).toMatchObject([{ lastMailedAt: due.toISOString() }]);
  });

  it('are not sent of a board that the person can no longer read, nor of an unknown brand', async () => {
    const { person } = await subscribe({ companyName: 'Not imported yet' });
    const [owner, reader] = [await service.newcomer(), await service.newcomer()];
    const teamId = await newTeam(service.db, { owner, viewer: reader });
    const { data: board } = await owner.post('boards.create', { name: 'Team board', teamId });
    await reader.post('reports.create', { boardId: board.id });
    await owner.post('reports.create', { boardId: board.id });
    await service.db.query('UPDATE report_subscriptions SET created_at = $1', [created]);
    await service.db.query('DELETE FROM team_members WHERE user_id = $1', [reader.userId]);
    expect(await send(due)).toBe(1);
    const [owned] = await service.db.query<{ email: string }>('SELECT email FROM users WHERE id = $1', [
      owner.userId,
    ]);
    expect((await mails()).map(({ recipient }) => recipient)).toEqual([owned?.email]);
    expect((await person.get('reports.list')).data).toMatchObject([{ lastMailedAt: null }]);
  });

  it('can be subscribed once, and deleted only by their owner', async () => {
    const { person, id } = await subscribe();
    expect((await person.post('reports.create', { companyName: 'NORTHPOT' })).status).toBe(409);
    const stranger = await service.newcomer();
    expect((await stranger.post('reports.delete', { id })).status).toBe(404);
    expect((await stranger.post('reports.update', { id, byMail: false })).status).toBe(404);
    expect((await person.post('reports.delete', { id })).data).toEqual({ success: true });
    expect((await person.post('reports.delete', { id })).status).toBe(404);
  });
});

describe('when reports are due', () => {
  it('at 07:00 UTC of the chosen day, at or before any time', () => {
    const times = fc.date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 7 }), times, (weekday, now) => {
        const last = lastDue(weekday, now);
        expect(last.getUTCDay()).toBe(weekday % 7);
        expect(last.toISOString().slice(11)).toBe('07:00:00.000Z');
        expect(last.getTime()).toBeLessThanOrEqual(now.getTime());
        expect(nextDue(weekday, now).getTime()).toBeGreaterThan(now.getTime());
        expect(nextDue(weekday, now).getTime() - last.getTime()).toBe(7 * 86_400_000);
      }),
    );
  });
});
