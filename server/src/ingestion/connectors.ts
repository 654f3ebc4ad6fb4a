import type { Connector } from './connector.ts';
import { metaApiConnector } from './metaApiLive.ts';
import { tiktokApiConnector } from './tiktokApiLive.ts';

/** Every source that can be asked over the network. */
export const connectors: readonly Connector[] = [metaApiConnector, tiktokApiConnector];
