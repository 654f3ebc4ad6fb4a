import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createArchives } from '../cli/libraryAccess.ts';
import { readConfig } from '../config/config.ts';
import { openFiles } from '../integrations/storage/files.ts';
import { queueMail } from '../integrations/mail/outbox.sql.ts';
import { membersOf } from '../testing/archives.ts';
import { browserAt } from '../testing/browser.ts';
import { assertConsistent } from '../testing/library.ts';
import { picture } from '../testing/pictures.ts';
import { freshDatabase, postgresLanes } from '../testing/postgres.ts';
import { boardWith, fillLibrary, snapshot } from '../testing/savedLibrary.ts';
import { startService, type Client, type TestService } from '../testing/service.ts';
import { saveAd } from '../boards/saveAd.ts';
import { addAuditEntry } from '../rpc/auditLog.sql.ts';
import { makeSignInLink } from './signInLinks.ts';

/** A row in every table that knows people, `$1` being Ann. The secrets among it must never be shown. */
const everythingOfAnn = [
  `INSERT INTO sessions (id, user_id, token_sha256, address, expires_at)
   VALUES ('session-of-ann', $1, sha256('token'), '203.0.113.7', now() + interval '1 day')`,
  `INSERT INTO sign_in_methods (id, user_id, provider, account, password)
   VALUES ('method-of-ann', $1, 'credential', $1, 'SECRET-password')`,
  `INSERT INTO sign_in_links (token_sha256, user_id, expires_at) VALUES (sha256('SECRET-link'), $1, now())`,
  `INSERT INTO verifications (id, identifier, value, expires_at) VALUES ('v', 'SECRET-reset', $1, now())`,
  `INSERT INTO invitations (token_sha256, team_id, invited_by, email, expires_at)
   SELECT sha256(email::bytea), id, $1, email, now() FROM teams, (VALUES ('ANN@example.com'), ('eve@example.com')) AS them (email)`,
  `INSERT INTO team_members (team_id, user_id, email, role)
   SELECT id, NULLIF($1, $1), 'ANN@example.com', 'viewer' FROM teams`,
  `INSERT INTO saved_searches (user_id, name, filters) VALUES ($1, 'Shoes', '{"searchQuery": "shoes"}')`,
  `INSERT INTO follows (user_id, advertiser_id, name) VALUES ($1, 7, 'Acme')`,
  `INSERT INTO first_follow_rules (user_id) VALUES ($1)`,
  `INSERT INTO rules (user_id, name, event, is_for_followed, company_names, platforms, keywords, frequency, channels)
   VALUES ($1, 'My rule', 'new_ads', true, '{}', '{}', '{}', 'instant', '[]')`,
  `INSERT INTO notifications (user_id, type, title, body, ad_hashes, data, in_inbox)
   SELECT $1, 'new_ads', 'Title ' || number, 'Body', '{}', '{}', true FROM generate_series(1, 1001) AS number`,
  `INSERT INTO report_subscriptions (user_id, advertiser_id, company_name, weekday, by_mail)
   VALUES ($1, 7, 'Acme', 1, true)`,
  `INSERT INTO shared_reports (user_id, report, has_page, expires_at)
   VALUES ($1, '{"companyName": "Acme", "from": "2026-03-23", "to": "2026-03-29"}', true, now() + interval '1 day')`,
  `INSERT INTO invite_links (team_id, token_sha256, role, single_use, created_by, expires_at)
   SELECT id, sha256(('SECRET-invite' || id)::bytea), 'member', true, $1, now() + interval '1 day' FROM teams`,
  `INSERT INTO webhooks (user_id, url, secret) VALUES ($1, 'https://example.com/hook', 'whsec_' || repeat('SECRET', 6))`,
  `INSERT INTO clone_products (author_id, team_id, name, is_default)
   SELECT $1, id, 'A product', true FROM teams UNION ALL SELECT $1, NULL, 'Her product', true`,
  `INSERT INTO studio_files (key, mime_type, bytes)
   VALUES ('studio/00/' || md5($1), 'image/png', 1), ('studio/00/' || md5('small' || $1), 'image/png', 1)`,
  `INSERT INTO brand_images (author_id, name, kind, width, height, file_key, thumbnail_key)
   VALUES ($1, 'Her logo', 'logo', 1, 1, 'studio/00/' || md5($1), 'studio/00/' || md5('small' || $1))`,
  `INSERT INTO ai_images (author_id, team_id, product_id, maker, model, aspect_ratio, seed, prompt, work_order)
   SELECT author_id, team_id, id, 'template', 'v1', '1:1', 1, 'A prompt', '{}' FROM clone_products WHERE author_id = $1`,
];

describe.each(postgresLanes)('an account on $name', (lane) => {
  let service: TestService;
  let ann: Client;
  let annId: string;
  let benId: string;
  let ben: Client;
  let dataFolder: string;
  beforeAll(async () => {
    dataFolder = mkdtempSync(path.join(os.tmpdir(), 'magpie-account-'));
    service = await startService(lane, { dataFolder, authFailureLimit: 1000 });
    const { db } = service;
    const keys = await fillLibrary(db, openFiles({ dataFolder, s3Url: null }));
    [ann, ben] = [service.clientWith(keys.ann), service.clientWith(keys.ben)];
    [annId, benId] = [(await ann.get('account.get')).data.userId, (await ben.get('account.get')).data.userId];
    for (const statement of everythingOfAnn) await db.query(statement, [annId]);
    await queueMail(db, { to: 'ann@example.com', subject: 'Hello', text: 'SECRET-mail' });
  });
  afterAll(async () => {
    await service.close();
    rmSync(dataFolder, { recursive: true });
  });

  it('get returns the caller', async () => {
    expect((await ann.get('account.get')).data).toMatchObject({
      email: 'Ann@example.com',
      isOwner: false,
      hasPassword: true,
      logo: null,
    });
    expect((await service.owner.get('account.get')).data).toMatchObject({
      email: 'owner@localhost',
      isOwner: true,
      hasPassword: false,
    });
  });

  it('setLogo sets, replaces and removes the logo of the caller; 400 for other files', async () => {
    const logoNow = async (): Promise<unknown> => (await ann.get('account.get')).data.logo;
    const send = async (file: string | null) => ann.post('account.setLogo', { file });
    const first = await send((await picture('teal')).toString('base64'));
    expect(first.data).toEqual({ logo: expect.stringMatching(/^data:image\/webp;base64,[\w+/]+=*$/) });
    expect(await logoNow()).toBe(first.data.logo);
    const refused = await send(Buffer.from('no picture').toString('base64'));
    expect([refused.status, refused.error.message]).toEqual([
      400,
      'The file is not a JPEG, PNG, GIF, WebP or AVIF image.',
    ]);
    const second = await send((await picture('navy')).toString('base64'));
    expect(second.data.logo).not.toBe(first.data.logo);
    expect(await logoNow()).toBe(second.data.logo);
    expect((await ben.get('account.get')).data.logo).toBeNull();
    expect((await send(null)).data).toEqual({ logo: null });
    expect(await logoNow()).toBeNull();
  });

  it('export returns a link to all data without secrets; its library can be imported', async () => {
    const { logo } = (await ann.post('account.setLogo', { file: (await picture('teal')).toString('base64') }))
      .data;
    const { data } = await ann.post('account.export');
    expect(Date.parse(data.expiresAt) - Date.now()).toBeGreaterThan(9 * 60_000);
    const response = await fetch(data.url);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="magpie-account.tar.gz"');
    const archive = Buffer.from(await response.arrayBuffer());
    const members = await membersOf(archive);
    expect(members.map(({ name }) => name).filter((name) => !name.startsWith('media/'))).toEqual([
      'manifest.json',
      'people.jsonl',
      'teams.jsonl',
      'boards.jsonl',
      'ads.jsonl',
      'account.json',
      'account/comments-1.jsonl',
      'account/notifications-1.jsonl',
      'account/notifications-2.jsonl',
      'account/acts-1.jsonl',
      'account/products-1.jsonl',
      'account/brandImages-1.jsonl',
      'account/aiImages-1.jsonl',
    ]);
    const textOf = (wanted: string): string =>
      members.find(({ name }) => name === wanted)?.content.toString() ?? '';
    expect(JSON.parse(textOf('account.json'))).toMatchObject({
      profile: { email: 'Ann@example.com', logo },
      apiKeys: [{ name: 'Command line' }],
      signInMethods: [{ provider: 'credential' }],
      sessions: [{ address: '203.0.113.7' }],
      teams: [{ slug: 'the-team', role: 'owner' }],
      searches: [{ name: 'Shoes', filters: { searchQuery: 'shoes' } }],
      follows: [{ companyName: 'Acme' }],
      rules: [{ name: 'My rule' }],
      webhooks: [{ url: 'https://example.com/hook' }],
      reports: [{ companyName: 'Acme', weekday: 1 }],
      sharedReports: [{ companyName: 'Acme', from: '2026-03-23' }],
    });
    expect(textOf('account/notifications-2.jsonl')).toContain('"title":"Title 1001"');
    expect(textOf('account/acts-1.jsonl')).toContain('account.exported');
    expect(textOf('account/products-1.jsonl')).toMatch(
      /^\{[^\n]*"name":"Her product"[^\n]*"font":"sans"[^\n]*\n$/,
    );
    const exported = members.map(({ content }) => content.toString()).join('');
    expect(exported).not.toMatch(/SECRET|sha256":"\\\\x|ben@example/);
    expect(exported).not.toContain(ann.key);

    const elsewhere = await freshDatabase(lane);
    onTestFinished(() => elsewhere.close());
    const config = {
      ...readConfig({}),
      dataFolder: mkdtempSync(path.join(os.tmpdir(), 'magpie-elsewhere-')),
    };
    onTestFinished(() => rmSync(config.dataFolder, { recursive: true }));
    const restored = await createArchives({ db: elsewhere, config, files: openFiles(config) }).import({
      bytes: asStream(archive),
      onRecord: () => undefined,
      stopping: new AbortController().signal,
    });
    expect(restored).toMatchObject({ boards: { created: 2 }, ads: { created: 5 } });
  });

  it('export includes actions by and on the user, but not the addresses of other actors', async () => {
    const { db } = service;
    const noted = { subject: 'ann@EXAMPLE.com', address: '203.0.113.9', via: 'key:999' };
    await addAuditEntry(db, { ...noted, act: 'email.verified', actorId: benId });
    await addAuditEntry(db, { ...noted, act: 'session.failed', actorId: null });
    await addAuditEntry(db, { ...noted, act: 'password.reset', actorId: null, subject: 'eve@example.com' });
    // Whoever had the address before.
    await db.query(
      `INSERT INTO acts (act, subject, at, details) VALUES ('team.invited', 'ann@example.com', now() - interval '1 day', '{}')`,
    );
    const { url } = (await ann.post('account.export')).data as { url: string };
    const members = await membersOf(Buffer.from(await (await fetch(url)).arrayBuffer()));
    const file = members.find(({ name }) => name === 'account/acts-1.jsonl')?.content.toString() ?? '';
    const acts = file
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    const shown = acts.map(({ act, byYou, address, via }) => ({ act, byYou, address, via }));
    expect(shown.filter(({ byYou }) => byYou === false).slice(-2)).toEqual([
      { act: 'email.verified', byYou: false, address: null, via: null },
      { act: 'session.failed', byYou: false, address: '203.0.113.9', via: 'key:999' },
    ]);
    expect(shown.at(-1)).toMatchObject({ act: 'account.exported', byYou: true, address: '127.0.0.1' });
    expect(file).not.toMatch(/team\.invited|eve@example/);
  });

  it('404 for a modified, forged or expired link', async () => {
    const { url } = (await ann.post('account.export')).data as { url: string };
    const [, expires = ''] = /token=(\d+)\./.exec(url) ?? [];
    for (const wrong of [
      url.replace(/.{9}$/, 'AAAAAAAAA'),
      url.replace(expires, String(Number(expires) + 3600)),
      url.replace(/token=.*/, 'token='),
      url.replace(/\?.*/, ''),
      `${url}&token=x`,
    ]) {
      expect((await fetch(wrong)).status, wrong).toBe(404);
    }
    expect((await fetch(url, { method: 'HEAD' })).status).toBe(200);
  });

  it('delete requires the address and rejects the last owner of the instance or of a shared team', async () => {
    const wrong = await ann.post('account.delete', { confirmation: 'ben@example.com' });
    expect([wrong.status, wrong.error.message]).toEqual([
      400,
      'confirmation must be the e-mail address of this account; see account.get.',
    ]);
    const owner = await service.owner.post('account.delete', { confirmation: 'owner@localhost' });
    expect([owner.status, owner.error.message]).toEqual([
      409,
      'You are the last owner of this instance, so your account cannot be deleted; to remove all data, delete the instance.',
    ]);
    const only = await ann.post('account.delete', { confirmation: 'ann@example.com' });
    expect([only.status, only.error.message]).toEqual([
      409,
      "You are the only owner of the team 'The Team', which has other members; make one of them an owner with teams.setRole, or delete the team with teams.delete.",
    ]);
    expect((await ann.get('boards.list')).data).toHaveLength(3);
  });

  it('delete removes the user from every table and keeps the content of teams', async () => {
    const { db } = service;
    await db.query(`UPDATE team_members SET role = 'owner' WHERE user_id = $1`, [benId]);
    const alone = await ann.post('teams.create', { name: 'Alone' });
    const hers = await boardWith(db, { author: annId, name: 'Alone', team: alone.data.id });
    await db.transaction((tx) => saveAd(tx, hers, snapshot(2), {}));
    const browser = browserAt(service.address);
    await browser.press(`/sign-in/${await makeSignInLink(db, annId)}`);
    await browser.submit('request-password-reset', { email: 'ann@example.com' });
    expect((await browser.call('account.get')).status).toBe(200);
    await db.query(
      `INSERT INTO connected_apps (user_id, client_id, client_name, redirect_uri, scopes, resource)
       VALUES ($1, 'agent', 'Agent', 'http://127.0.0.1/callback', '{read}', 'http://127.0.0.1/mcp')`,
      [annId],
    );
    const references = await db.query<{ table: string; column: string }>(
      `SELECT conrelid::regclass::text AS table, attname AS column
       FROM pg_constraint JOIN pg_attribute ON attrelid = conrelid AND attnum = conkey[1]
       WHERE confrelid = 'users'::regclass AND contype = 'f'`,
    );
    const rowsOfAnn = async (): Promise<Record<string, number>> => {
      const counted = references.map(async ({ table, column }) => {
        const [row] = await db.query<{ count: number }>(
          `SELECT count(*) FROM ${table} WHERE ${column} = $1`,
          [annId],
        );
        return [`${table}.${column}`, row?.count ?? 0] as const;
      });
      return Object.fromEntries(await Promise.all(counted));
    };
    const before = await rowsOfAnn();
    expect(Object.entries(before).filter(([, count]) => count === 0)).toEqual([]);

    expect((await ann.post('account.delete', { confirmation: 'ANN@example.com' })).status).toBe(200);
    expect((await ann.get('account.get')).status).toBe(401);
    expect((await browser.call('account.get')).status).toBe(401);
    expect(new Set(Object.values(await rowsOfAnn()))).toEqual(new Set([0]));
    const tables = await db.query<{ name: string }>(
      `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`,
    );
    const mentions = async (text: string): Promise<string[]> => {
      const found = tables.map(async ({ name }) => {
        const rows = await db.query(
          `SELECT FROM ${name} AS row WHERE strpos(lower(row::text), lower($1)) > 0 LIMIT 1`,
          [text],
        );
        return rows.length > 0 ? [name] : [];
      });
      return (await Promise.all(found)).flat();
    };
    expect(await mentions(annId)).toEqual([]);
    // Who did what stays known for a year.
    expect(await mentions('ann@example.com')).toEqual(['acts']);

    await assertConsistent(db);
    const boards = (await ben.get('boards.list')).data as {
      id: number;
      name: string;
      authorId: string;
      adCount: number;
    }[];
    expect(boards.map(({ name, authorId, adCount }) => [name, authorId, adCount])).toEqual([
      ['Shared', benId, 1],
      ['Hooks', benId, 1],
    ]);
    const teams = await db.query<{ slug: string }>('SELECT slug FROM teams');
    expect(teams).toEqual([{ slug: 'the-team' }]);
    const acts = (await service.owner.get('audit.list', { act: 'account.deleted' })).data.acts;
    expect(acts).toMatchObject([{ actorId: null, actorEmail: 'Ann@example.com' }]);
  });
});

async function* asStream(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}
