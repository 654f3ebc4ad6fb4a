import { account } from './account.ts';
import { ads } from './ads.ts';
import { aiImages } from './aiImages.ts';
import { apiKeys } from './apiKeys.ts';
import { audit } from './audit.ts';
import { boards } from './boards.ts';
import { brandImages } from './brandImages.ts';
import { brandSpy } from './brandSpy.ts';
import { cloneProducts } from './cloneProducts.ts';
import { companies } from './companies.ts';
import { notifications } from './notifications.ts';
import type { Procedure } from './procedure.ts';
import { system } from './system.ts';
import { teams } from './teams.ts';
import { trending } from './trending.ts';
import { webhooks } from './webhooks.ts';

/** The whole API as values: router → procedure → declaration. */
export const contract = {
  boards,
  ads,
  companies,
  brandSpy,
  trending,
  notifications,
  teams,
  apiKeys,
  aiImages,
  cloneProducts,
  brandImages,
  webhooks,
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
/** The declaration of a procedure. */
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

/** Every procedure by its full name. */
export const procedures: ReadonlyMap<string, Procedure> = new Map(flatten(contract));

export { adTypes, type AdType } from './adTypes.ts';
export { layouts } from './aiImages.ts';
export { restBridgePaths } from './bridge.ts';
export { imageTooLargeMessage } from './brandImages.ts';
export { isCallToAction } from './callsToAction.ts';
export { CapturedAd } from './capturedAd.ts';
export { cssColor } from './colors.ts';
export { countryCodes } from './countries.ts';
export { endOfRange, isOutsideAdDates, type RangeEnd, type RangeStart, startOfRange } from './dates.ts';
export { describeOutput, describeInput } from './describeInput.ts';
export { adStreamContentTypes, IngestedBatch, IngestedStream, type IngestLine } from './ingestLine.ts';
export { inputAliases, inputFields, noInput } from './input.ts';
export { type DescribedIssue, describeIssues } from './issues.ts';
export { languageOfCode } from './languages.ts';
export { sortBySimilarity, closestName } from './closestName.ts';
export { OpenAd, type OpenAdInput } from './openAd.ts';
export { parseUrl } from './parseUrl.ts';
export { type PublicAd, type PublicBoard, type PublicBoardLink, PublicBoardPage } from './publicBoard.ts';
export type {
  InputOf,
  LimitClass,
  Mutation,
  OutputOf,
  ParsedInputOf,
  Procedure,
  Query,
  Scope,
} from './procedure.ts';
export * from './records.ts';
export { actionToManage, roleCan, type TeamAction } from './roles.ts';
export { reservedSlugs } from './reservedSlugs.ts';
export {
  maxBatchBytes,
  maxCapturedAdBytes,
  maxCapturedTextBytes,
  maxImageBytes,
  maxListBytes,
  procedureBase,
  scoreWeights,
} from './limits.ts';
export { type SignInForm, signInForms, type SignInOptions } from './signIn.ts';
export { email, format, httpUrl, platform, role, scope, slugPattern } from './values.ts';
