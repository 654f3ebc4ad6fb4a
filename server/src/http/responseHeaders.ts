/** Headers of every response of the service, besides the id of the request. */
export const fixedHeaders = { 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' } as const;

export const jsonType = 'application/json; charset=utf-8';
