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
  type PagingOptions,
} from './paging.ts';
export type { ErrorData } from '@magpie/contract/errors';
export { isApiError, type MagpieApiError, type MagpieRouter } from './router.ts';
