import { type contract, type Report, weekdays } from '@magpie/contract';
import { MagpieError, notFoundError } from '@magpie/contract/errors';
import { advertiserId } from '../ads/identity.ts';
import { momentOf } from '../ads/past/moment.ts';
import type { Postgres } from '../db/postgres/postgres.ts';
import type { Caller, PreparedHandler, ProcedureHandlers } from '../rpc/procedure.ts';
import { assertCanChange, assertCanRead, visibleScopes } from '../rpc/scopes.ts';
import { signText } from '../rpc/signedText.ts';
import { type BrandReportParts, reportBrand, summarizeAd } from './buildReport.ts';
import { reportMarkdown } from './reportMarkdown.ts';
import * as sql from './reports.sql.ts';
import { reportLink } from './reportLink.ts';
import { chooseWeek, nextDue, type Week } from './week.ts';

export interface ReportsParts extends BrandReportParts {
  readonly secret: string;
  readonly siteAddress: () => string;
  readonly now: () => Date;
}

export interface Subject {
  readonly companyName?: string | null | undefined;
  readonly boardId?: number | null | undefined;
}

type Router = Required<ProcedureHandlers<typeof contract.reports>>;

const maxSubscriptions = 200;
const maxShares = 500;

export function reportsRouter(parts: ReportsParts): Router {
  const { now, siteAddress } = parts;
  const read = reportReader(parts);
  return {
    list: async ({ caller, db }) =>
      (await sql.listSubscriptions(db, caller.userId)).map((row) => present(row, now())),

    create: async ({ input: { companyName, boardId, weekday, byMail }, caller, db }) => {
      if (boardId !== undefined) await requireReadableBoard(db, boardId, caller);
      const id = await sql.insertSubscription(
        db,
        {
          userId: caller.userId,
          advertiserId: companyName === undefined ? null : advertiserId(companyName),
          companyName: companyName ?? null,
          boardId: boardId ?? null,
          weekday: weekdays.indexOf(weekday) + 1,
          byMail,
        },
        maxSubscriptions,
      );
      if (id !== undefined) return present(await requireOwn(db, caller, id), now());
      throw new MagpieError(
        'CONFLICT',
        `You have this report already, or ${maxSubscriptions} reports; see reports.list.`,
      );
    },

    update: async ({ input: { id, weekday, byMail }, caller, db }) => {
      const row = await requireOwn(db, caller, id);
      const day = weekday === undefined ? row.weekday : weekdays.indexOf(weekday) + 1;
      await sql.updateSubscription(db, { id, weekday: day, byMail: byMail ?? row.byMail }, now());
      return present(await requireOwn(db, caller, id), now());
    },

    delete: async ({ input: { id }, caller, db }) => {
      if (!(await sql.deleteSubscription(db, caller.userId, id))) throw notFoundError('report', id);
      return { success: true };
    },

    get: ({ input, caller, db }) => read(db, caller, input),

    getMarkdown: async ({ input, caller, db }) => {
      const report = await read(db, caller, input);
      const linkTo = (hash: string) => `${siteAddress()}/ads/${hash}`;
      return { markdown: reportMarkdown(report, linkTo, reportLink(report, siteAddress())) };
    },

    share: shareHandler(parts, read),

    listShares: async ({ caller, db }) => {
      const shares = await sql.listShares(db, caller.userId, await editableScopes(db, caller), now());
      return shares.map((share) => presentShare(parts, share));
    },

    unshare: async ({ input: { id }, caller, db }) => {
      if (await sql.deleteShare(db, caller.userId, await editableScopes(db, caller), id)) {
        return { success: true };
      }
      throw notFoundError('shared report', id);
    },
  };
}

type ReadReport = (
  db: Postgres,
  caller: Caller,
  subject: Subject & { readonly dateTo?: string | undefined; readonly asOf?: string | undefined },
) => Promise<Report>;

function reportReader(parts: ReportsParts): ReadReport {
  return async (db, caller, { dateTo, asOf, ...subject }) => {
    if (typeof subject.boardId === 'number') await requireReadableBoard(db, subject.boardId, caller);
    const now = parts.now().toISOString();
    const at = asOf === undefined ? undefined : earliest(momentOf(asOf, now.slice(0, 10)), now);
    const week = chooseWeek(dateTo, new Date(at ?? now));
    return buildReport(parts, db, { ...subject, userId: caller.userId, week, at });
  };
}

function earliest(one: string, other: string): string {
  return one < other ? one : other;
}

async function requireOwn(db: Postgres, caller: Caller, id: number): Promise<sql.SubscriptionRow> {
  const row = await sql.findSubscription(db, caller.userId, id);
  if (row === undefined) throw notFoundError('report', id);
  return row;
}

const dayMilliseconds = 86_400_000;

function shareHandler(parts: ReportsParts, read: ReadReport): PreparedHandler<typeof contract.reports.share> {
  return {
    prepare: async ({ input: { days, ...subject }, caller, db }) => {
      const report = await read(db, caller, subject);
      return async ({ db: tx }) => {
        // To share is to publish, so it needs the same permission.
        if (report.boardId !== null) {
          const board = await requireReadableBoard(tx, report.boardId, caller);
          await assertCanChange(tx, board, caller, `Board ${board.id}`);
        }
        if ((await sql.countShares(tx, caller.userId, parts.now())) >= maxShares) {
          const message = `You have ${maxShares} valid links to reports; revoke one first with reports.unshare.`;
          throw new MagpieError('CONFLICT', message);
        }
        const expiresAt = endOfSeconds(parts.now().getTime() + days * dayMilliseconds);
        const share = { userId: caller.userId, report, hasPage: true, expiresAt };
        const { id, createdAt } = await sql.insertShare(tx, share);
        const { title, from, to } = report;
        return presentShare(parts, { id, title, from, to, createdAt, expiresAt });
      };
    },
  };
}

function presentShare(parts: ReportsParts, { createdAt, expiresAt, ...share }: sql.ShareRow) {
  return {
    ...share,
    url: shareUrl(parts, share.id, expiresAt),
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  };
}

/** Tokens count whole seconds. */
export function endOfSeconds(milliseconds: number): Date {
  return new Date(Math.floor(milliseconds / 1000) * 1000);
}

export const sharePurpose = 'shared report';

export function shareUrl(
  { secret, siteAddress }: Pick<ReportsParts, 'secret' | 'siteAddress'>,
  id: number,
  expiresAt: Date,
): string {
  return `${siteAddress()}/r/${signText(secret, sharePurpose, String(id), expiresAt)}`;
}

async function editableScopes(db: Postgres, caller: Caller): Promise<string[]> {
  const scopes = await visibleScopes(db, caller.userId);
  return scopes.filter(({ canEdit }) => canEdit).map(({ scope }) => scope);
}

async function requireReadableBoard(db: Postgres, id: number, caller: Caller): Promise<sql.ReportedBoard> {
  const board = await sql.findBoard(db, id);
  if (board === undefined) throw notFoundError('board', id);
  await assertCanRead(db, board, caller, `Board ${id}`);
  return board;
}

function present({ userId: _user, mailedFor: _for, mailedAt, ...row }: sql.SubscriptionRow, now: Date) {
  return {
    ...row,
    weekday: weekdays[row.weekday - 1] ?? 'monday',
    createdAt: row.createdAt.toISOString(),
    lastMailedAt: mailedAt?.toISOString() ?? null,
    nextMailAt: row.byMail ? nextDue(row.weekday, now).toISOString() : null,
  };
}

interface ReportOrder extends Subject {
  readonly userId: string;
  readonly week: Week;
  /** As known at this moment, by default now. */
  readonly at?: string | undefined;
}

const maxBrands = 5;
const maxSaved = 12;

/** The caller has checked that the person can read the board. */
export async function buildReport(
  parts: ReportsParts,
  db: Postgres,
  { companyName, boardId, userId, week, at }: ReportOrder,
): Promise<Report> {
  const { name: by } = await sql.findSharer(db, userId, boardId ?? null);
  const createdAt = at ?? parts.now().toISOString();
  if (typeof boardId !== 'number') {
    const brand = await reportBrand(parts, companyName ?? '', week, at);
    const name = brand.companyName;
    const subject = { title: name, companyName: name, boardId: null, by };
    return { ...subject, ...week, createdAt, saved: null, brands: [brand], otherBrands: 0 };
  }
  const board = await sql.findBoard(db, boardId);
  if (board === undefined) throw notFoundError('board', boardId);
  const [saved, named] = await Promise.all([
    sql.listSaved(db, boardId, week, maxSaved),
    sql.listBrandsOfBoard(db, boardId, maxBrands),
  ]);
  const brands: Report['brands'] = [];
  for (const { name } of named) {
    const brand = await reportBrand(parts, name, week, at).catch(ignoreUnknownBrand);
    if (brand !== null) brands.push(brand);
  }
  const ads = saved[0]?.total ?? 0;
  return {
    title: board.name,
    companyName: null,
    boardId,
    by,
    ...week,
    createdAt,
    saved: {
      ads,
      shown: saved.map(summarizeSaved),
      evidence: { kind: 'measured', ads },
    },
    brands,
    otherBrands: (named[0]?.total ?? 0) - brands.length,
  };
}

function summarizeSaved({ ad, day }: sql.SavedRow) {
  return { ...summarizeAd(ad as Parameters<typeof summarizeAd>[0]), at: day };
}

/** A captured ad may be of a brand that the index does not have. */
function ignoreUnknownBrand(error: unknown): null {
  if (error instanceof MagpieError && error.code === 'NOT_FOUND') return null;
  throw error;
}
