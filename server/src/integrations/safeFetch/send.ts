import { Agent, buildConnector, request } from 'undici';
import {
  classifyHost,
  checkedLookup,
  maxResponseHeaderBytes,
  notPublicError,
  type Resolve,
  resolveBySystem,
  type SafeFetchParts,
  type Send,
} from './connect.ts';

export function openSender({ allow, resolve = resolveBySystem }: SafeFetchParts): Send {
  const dispatcher = new Agent({
    connect: checkedConnect(new Set(allow), resolve),
    maxHeaderSize: maxResponseHeaderBytes,
    // One request per connection: each is checked again, and no response can be smuggled in before the next one.
    pipelining: 0,
  });
  return (target, options) => request(target, { dispatcher, ...options });
}

/**
 * Opens connections to public and allowed hosts only. The check is part of connecting: a name is resolved once and
 * the connection goes to the checked address, which prevents DNS rebinding.
 */
function checkedConnect(allow: ReadonlySet<string>, resolve: Resolve): buildConnector.connector {
  const open = buildConnector({});
  // With this option the lookup is called for all addresses.
  const checked = buildConnector({ lookup: checkedLookup(resolve), autoSelectFamily: true });
  return (target, callback) => {
    const admission = classifyHost(target, allow);
    if (admission === 'refused') callback(notPublicError(target.hostname), null);
    else (admission === 'allowed' ? open : checked)(target, callback);
  };
}
