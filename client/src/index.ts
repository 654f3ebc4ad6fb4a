export {
  callByName,
  type CallOptions,
  type ClientOptions,
  createMagpieClient,
  type MagpieClient,
} from './client.ts';
export {
  isPaged,
  type PagedInput,
  type PagedName,
  type PageOf,
  pagesOf,
  type RecordOf,
  recordsIn,
  recordsOf,
  type WalkOptions,
} from './paging.ts';
export { isRefusal, type MagpieRefusal } from './refusal.ts';
export type { ErrorData, MagpieRouter } from './router.ts';
