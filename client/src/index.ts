export { callByName, type ClientOptions, createMagpieClient, type MagpieClient } from './client.ts';
export type { MagpieRouter } from './router.ts';
