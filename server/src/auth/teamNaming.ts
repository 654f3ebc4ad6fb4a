import { reservedSlugs, slugPattern } from '@magpie/contract';
import { foldText } from '../ads/fold.ts';
import { MagpieError } from '@magpie/contract/errors';
import { isUniqueViolation, type Postgres } from '../db/postgres/postgres.ts';
import * as sql from './teams.sql.ts';

/** Adds a team under this slug, or under one made from its name. */
export async function addTeam(tx: Postgres, name: string, slug: string | undefined): Promise<number> {
  if (slug === undefined) return addUnderItsName(tx, name);
  refuseReserved(slug);
  const id = await sql.insertTeam(tx, name, slug);
  if (id === undefined) throw taken(slug);
  return id;
}

export interface TeamChanges {
  readonly name?: string | undefined;
  readonly slug?: string | undefined;
}

/** Changes what is given. */
export async function changeTeam(tx: Postgres, id: number, { name, slug }: TeamChanges): Promise<void> {
  if (slug !== undefined) refuseReserved(slug);
  try {
    await sql.updateTeam(tx, id, name ?? null, slug ?? null);
  } catch (error) {
    // Also when somebody else takes it at this moment.
    if (isUniqueViolation(error, 'teams_slug_key')) throw taken(slug);
    throw error;
  }
}

function refuseReserved(slug: string): void {
  if (!reservedSlugs.has(slug)) return;
  const message = `slug must not be a word that addresses of this service have, got ${slug}.`;
  throw new MagpieError('BAD_REQUEST', message, { issues: [{ path: 'slug', message }] });
}

function taken(slug: string | undefined): MagpieError {
  return new MagpieError('CONFLICT', `The slug ${slug} is taken by another team; choose another one.`);
}

/** Under a slug made from its name, with a number where that is taken. */
async function addUnderItsName(tx: Postgres, name: string): Promise<number> {
  const stem = stemOf(name);
  for (;;) {
    const id = await sql.insertTeam(tx, name, freeSlug(stem, await sql.slugsLike(tx, stem)));
    // Otherwise somebody else took it at this moment.
    if (id !== undefined) return id;
  }
}

/** Long enough to be recognised, and with room for a number. */
const longestStem = 54;

/** The name as far as a slug can have it. */
function stemOf(name: string): string {
  const words = foldText(name).match(/[a-z0-9]+/g) ?? [];
  const stem = words.join('-').slice(0, longestStem).replace(/-$/, '');
  return /[a-z]/.test(stem) ? stem : 'team';
}

function freeSlug(stem: string, others: ReadonlySet<string>): string {
  for (let number = 1; ; number += 1) {
    const slug = number === 1 ? stem : `${stem}-${number}`;
    if (slugPattern.test(slug) && !reservedSlugs.has(slug) && !others.has(slug)) return slug;
  }
}
