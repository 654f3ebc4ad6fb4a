import { reservedSlugs, slugPattern } from '@magpie/contract';
import { foldText } from '../ads/fold.ts';
import { MagpieError } from '@magpie/contract/errors';
import { isUniqueViolation, type Postgres } from '../db/postgres/postgres.ts';
import * as sql from './teams.sql.ts';

/** Adds a team with this slug, or with one generated from its name. */
export async function addTeam(tx: Postgres, name: string, slug: string | undefined): Promise<number> {
  if (slug === undefined) return addWithGeneratedSlug(tx, name);
  assertNotReserved(slug);
  const id = await sql.insertTeam(tx, name, slug);
  if (id === undefined) throw slugTaken(slug);
  return id;
}

export interface TeamChanges {
  readonly name?: string | undefined;
  readonly slug?: string | undefined;
}

export async function changeTeam(tx: Postgres, id: number, { name, slug }: TeamChanges): Promise<void> {
  if (slug !== undefined) assertNotReserved(slug);
  try {
    await sql.updateTeam(tx, id, name ?? null, slug ?? null);
  } catch (error) {
    // Also covers a concurrent insert.
    if (isUniqueViolation(error, 'teams_slug_key')) throw slugTaken(slug);
    throw error;
  }
}

function assertNotReserved(slug: string): void {
  if (!reservedSlugs.has(slug)) return;
  const message = `slug must not be a reserved word; got ${slug}.`;
  throw new MagpieError('BAD_REQUEST', message, { issues: [{ path: 'slug', message }] });
}

function slugTaken(slug: string | undefined): MagpieError {
  return new MagpieError('CONFLICT', `The slug ${slug} is taken by another team; choose another one.`);
}

/** Appends a number if the slug is taken. */
async function addWithGeneratedSlug(tx: Postgres, name: string): Promise<number> {
  const stem = slugStem(name);
  for (;;) {
    const id = await sql.insertTeam(tx, name, freeSlug(stem, await sql.slugsLike(tx, stem)));
    // Undefined: the slug was taken concurrently.
    if (id !== undefined) return id;
  }
}

/** Leaves room for a number. */
const maxStemLength = 54;

function slugStem(name: string): string {
  const words = foldText(name).match(/[a-z0-9]+/g) ?? [];
  const stem = words.join('-').slice(0, maxStemLength).replace(/-$/, '');
  return /[a-z]/.test(stem) ? stem : 'team';
}

function freeSlug(stem: string, others: ReadonlySet<string>): string {
  for (let number = 1; ; number += 1) {
    const slug = number === 1 ? stem : `${stem}-${number}`;
    if (slugPattern.test(slug) && !reservedSlugs.has(slug) && !others.has(slug)) return slug;
  }
}
