import type { Connector } from './connector.ts';
import { metaApiConnector } from './meta/metaApiLive.ts';
import { tiktokApiConnector } from './tiktok/tiktokApiLive.ts';

/** Every source that can be queried over the network. */
export const connectors: readonly Connector[] = [metaApiConnector, tiktokApiConnector];
