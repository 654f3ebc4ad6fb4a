import type { Procedure } from '../procedure.ts';
import { account } from './account.ts';
import { ads } from './ads.ts';
import { aiImages } from './aiImages.ts';
import { apiKeys } from './apiKeys.ts';
import { audit } from './audit.ts';
import { boards } from './boards.ts';
import { brandImages } from './brandImages.ts';
import { brandSpy } from './brandSpy.ts';
import { cloneProducts } from './cloneProducts.ts';
import { comments } from './comments.ts';
import { companies } from './companies.ts';
import { labels } from './labels.ts';
import { notifications } from './notifications.ts';
import { reports } from './reports.ts';
import { searches } from './searches.ts';
import { sources } from './sources.ts';
import { system } from './system.ts';
import { tags } from './tags.ts';
import { teams } from './teams.ts';
import { trending } from './trending.ts';
import { webhooks } from './webhooks.ts';

export const contract = {
  boards,
  ads,
  searches,
  labels,
  comments,
  companies,
  brandSpy,
  trending,
  notifications,
  reports,
  teams,
  apiKeys,
  aiImages,
  cloneProducts,
  brandImages,
  webhooks,
  tags,
  sources,
  audit,
  account,
  system,
} as const;

export type Contract = typeof contract;
export type RouterName = keyof Contract;
/** `'boards.list' | 'boards.create' | …` */
export type ProcedureName = {
  [Router in RouterName]: `${Router}.${keyof Contract[Router] & string}`;
}[RouterName];
export type ProcedureNamed<Name extends ProcedureName> = Name extends `${infer Router}.${infer Leaf}`
  ? Router extends RouterName
    ? Leaf extends keyof Contract[Router]
      ? Contract[Router][Leaf]
      : never
    : never
  : never;

function flatten(routers: Readonly<Record<string, Readonly<Record<string, Procedure>>>>) {
  return Object.entries(routers).flatMap(([router, members]) =>
    Object.entries(members).map(([leaf, procedure]) => [`${router}.${leaf}`, procedure] as const),
  );
}

export const procedures: ReadonlyMap<string, Procedure> = new Map(flatten(contract));

/** REST bridge: paths that take plain query parameters and return JSON without an envelope. */
export const restBridgePaths = {
  '/api/trending/topTagsByEngagement': 'trending.topTagsByEngagement',
  '/api/trending/topics': 'trending.topTagsByEngagement',
  '/api/trending/topAdvertisers': 'trending.topAdvertisers',
  '/api/trending/top-advertisers': 'trending.topAdvertisers',
  '/api/brand/similar': 'brandSpy.listSimilarAdvertisers',
} as const satisfies Readonly<Record<string, ProcedureName>>;
