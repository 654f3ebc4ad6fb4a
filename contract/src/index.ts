export { describeInput, describeOutput } from './describeInput.ts';
export { describeIssues } from './issues.ts';
export * from './limits.ts';
export {
  inputAliases,
  inputFields,
  type InputOf,
  type LimitClass,
  type Mutation,
  noInput,
  type OutputOf,
  type ParsedInputOf,
  type Procedure,
  type Query,
  type Scope,
} from './procedure.ts';
export { ErrorDetails } from './records/errorDetails.ts';
export { CapturedAd } from './records/capturedAd.ts';
export type { BrandCoverage, Coverage } from './records/coverage.ts';
export * from './records/openAd.ts';
export { actionToManage, roleCan, type TeamAction } from './roles.ts';
export { searchedImageTooLarge } from './routers/ads.ts';
export { layouts } from './routers/aiImages.ts';
export { imageTooLargeMessage } from './routers/brandImages.ts';
export * from './routers/index.ts';
export { SavedSearch, SearchFilters } from './routers/searches.ts';
export { type SignInFormName, signInForms, type SignInOptions } from './routers/signIn.ts';
export { closestName, sortBySimilarity } from './values/closestName.ts';
export { cssColor } from './values/colors.ts';
export {
  endOfRange,
  isOutsideAdDates,
  type RangeEnd,
  type RangeStart,
  startOfRange,
} from './values/dates.ts';
export { logoTooLargeMessage } from './values/logo.ts';
export { parseUrl } from './values/parseUrl.ts';
export { email, format, httpUrl, platform, role, scope, slugPattern } from './values/fields.ts';
export {
  type AdType,
  adTypes,
  countryCodes,
  isCallToAction,
  languageOfCode,
  reservedSlugs,
} from './values/vocabulary.ts';
export { testedParts } from './records/advertiser.ts';
export { claimKinds } from './records/claims.ts';
export * from './records/ad.ts';
export * from './records/alerts.ts';
export * from './records/audit.ts';
export * from './records/board.ts';
export * from './records/comment.ts';
export * from './records/common.ts';
export * from './records/importing.ts';
export * from './records/label.ts';
export * from './records/people.ts';
export type { AdMomentum } from './records/momentum.ts';
export { weekdays, type BrandReport, type Report, type ReportAd } from './records/report.ts';
export * from './records/sources.ts';
export * from './records/studio.ts';
