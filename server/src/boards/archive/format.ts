import { z } from 'zod';
import { Ad, LabelColor, logoUrl, role, slugPattern, Stage } from '@magpie/contract';
import { mediaExtensions, type MediaType } from '../media/mediaTypes.ts';

/** See docs/library-archive.md. A change that older versions cannot read raises the version. */
export const formatName = 'magpie-library';
export const formatVersion = 2;
/** Version 1 has no videos, labels, stages and comments. */
export const readableVersions: readonly unknown[] = [1, formatVersion];

export const manifestName = 'manifest.json';
const lineMembers = ['people.jsonl', 'teams.jsonl', 'boards.jsonl', 'ads.jsonl'] as const;
export type LineMember = (typeof lineMembers)[number];

/** Additional files in the archive of a whole account, which are not part of the library. */
export function isAccountFile(name: string): boolean {
  return name === 'account.json' || name.startsWith('account/');
}

const count = z.int().min(0);
const digest = z.string().regex(/^[0-9a-f]{64}$/);
/** UTC with microseconds, like PostgreSQL. */
const time = z.iso
  .datetime({ precision: 6 })
  .refine((value) => value >= '1900', 'must be a time after the year 1900');

/** Counts code points, like PostgreSQL. */
function text(max: number) {
  const form = new RegExp(`^[^]{1,${max}}$`, 'u');
  return z.string().regex(form, `must be text of 1 to ${max} characters`);
}

const email = z
  .string()
  .max(320)
  .regex(/^[^\s@]+@[^\s@]+$/);
const teamSlug = text(200);

export const LibraryManifest = z.object({
  format: z.literal(formatName),
  version: z.literal([1, formatVersion]),
  madeAt: time,
  onlyPerson: email.nullable(),
  counts: z.strictObject({ people: count, teams: count, boards: count, ads: count, pictures: count }),
  members: z.array(z.strictObject({ name: z.enum(lineMembers), bytes: count, sha256: digest })).length(4),
  pictureBytes: count,
});
export type LibraryManifest = z.infer<typeof LibraryManifest>;

export const ArchivedPerson = z.strictObject({ email, name: z.string().nullable() });
export type ArchivedPerson = z.infer<typeof ArchivedPerson>;

export const ArchivedTeam = z.strictObject({
  slug: teamSlug,
  name: text(120),
  createdAt: time,
  members: z.array(
    z.strictObject({
      email,
      /** Email address of the account; null until the invitation is accepted. */
      person: email.nullable(),
      role,
      invitedAt: time,
      joinedAt: time.nullable(),
    }),
  ),
});
export type ArchivedTeam = z.infer<typeof ArchivedTeam>;

export const ArchivedOwner = z.union([z.strictObject({ person: email }), z.strictObject({ team: teamSlug })]);
export type ArchivedOwner = z.infer<typeof ArchivedOwner>;

export const ArchivedBoard = z.strictObject({
  board: z.int().min(1),
  owner: ArchivedOwner,
  author: email,
  parent: z.int().min(1).nullable(),
  name: text(120),
  slug: z.string().regex(slugPattern).nullable(),
  description: text(2000).nullable(),
  order: count,
  published: z.boolean(),
  views: count,
  createdAt: time,
  updatedAt: time,
});
export type ArchivedBoard = z.infer<typeof ArchivedBoard>;

const picture = z
  .strictObject({
    url: z.string().min(1),
    state: z.enum(['kept', 'waiting', 'failed']),
    file: z.string().nullable(),
    keptAt: time.nullable(),
    error: z.string().nullable(),
  })
  .refine(
    ({ state, file, keptAt }) =>
      (state === 'kept') === (file !== null) && (file === null) === (keptAt === null),
    'must have file and keptAt if and only if its state is kept',
  );
export type ArchivedPicture = z.infer<typeof picture>;

const snapshot = Ad.extend({
  // Archives of earlier versions do not have these.
  lastConfirmedAt: Ad.shape.lastConfirmedAt.exactOptional(),
  daysRunningKind: Ad.shape.daysRunningKind.exactOptional(),
  impressions: Ad.shape.impressions.exactOptional(),
  spend: Ad.shape.spend.exactOptional(),
  legalName: Ad.shape.legalName.exactOptional(),
  payer: Ad.shape.payer.exactOptional(),
  beneficiary: Ad.shape.beneficiary.exactOptional(),
  targeting: Ad.shape.targeting.exactOptional(),
  collationId: Ad.shape.collationId.exactOptional(),
  confidence: Ad.shape.confidence.exactOptional(),
  percentile: Ad.shape.percentile.exactOptional(),
  comparedWith: Ad.shape.comparedWith.exactOptional(),
  advertiser: Ad.shape.advertiser.extend({ brandLogo: logoUrl.nullable() }),
}).refine(
  (ad) => listUrls(ad).every((each) => each === null || /^https?:\/\//i.test(each)),
  'must contain only URLs that start with http:// or https://',
);

function listUrls({
  sourceUrl,
  landingPageUrl,
  advertiser,
  media,
  cards,
}: Pick<Ad, 'sourceUrl' | 'landingPageUrl' | 'media' | 'cards'> & {
  readonly advertiser: Pick<Ad['advertiser'], 'pageUrl'>;
}): (string | null)[] {
  const shown = [...media, ...cards.flatMap((card) => card.media)];
  return [
    sourceUrl,
    landingPageUrl,
    advertiser.pageUrl,
    ...cards.map((card) => card.landingPageUrl),
    ...shown.flatMap(({ url, thumbnailUrl }) => [url, thumbnailUrl]),
  ];
}

export const ArchivedAd = z.strictObject({
  owner: ArchivedOwner,
  hash: Ad.shape.hash,
  savedAt: time,
  note: text(5000).nullable(),
  labels: z.array(z.strictObject({ name: text(40), color: LabelColor })).exactOptional(),
  stage: Stage.exactOptional(),
  comments: z
    .array(
      z.strictObject({
        /** Null: the account was deleted, or is not in the archive. */
        author: email.nullable(),
        text: text(5000),
        createdAt: time,
        updatedAt: time.nullable(),
      }),
    )
    .exactOptional(),
  incomplete: z.boolean(),
  boards: z.array(z.strictObject({ board: z.int().min(1), addedAt: time })).min(1),
  pictures: z.array(picture).max(1000),
  ad: snapshot,
});
export type ArchivedAd = z.infer<typeof ArchivedAd>;

export interface Owners {
  readonly people: readonly ArchivedPerson[];
  readonly teams: readonly ArchivedTeam[];
  readonly boards: readonly ArchivedBoard[];
}

export interface PictureFile {
  readonly sha256: string;
  readonly type: MediaType;
}

const types: ReadonlyMap<string, MediaType> = new Map(
  Object.entries(mediaExtensions).map(([type, extension]) => [extension, type as MediaType]),
);

export function pictureName({ sha256, type }: PictureFile): string {
  return `media/${sha256}.${mediaExtensions[type]}`;
}

export function parsePictureName(name: string): PictureFile | undefined {
  const [, sha256 = '', extension = ''] = /^media\/([0-9a-f]{64})\.([a-z0-9]+)$/.exec(name) ?? [];
  const type = types.get(extension);
  return type === undefined ? undefined : { sha256, type };
}
