export * from './client.ts';
export * from './paging.ts';
export type { ErrorData } from '@magpie/contract/errors';
export { isApiError, type MagpieApiError, type MagpieRouter } from './router.ts';
