import { Agent, buildConnector, request } from 'undici';
import { admissionOf, checkedLookup, notPublic, type Resolve, resolveByHost } from './connect.ts';
import { mostHeaderBytes, type SafeFetchParts, type Send } from './safeFetch.ts';

export function openSending({ allow, resolve = resolveByHost }: SafeFetchParts): Send {
  const dispatcher = new Agent({
    connect: checkedConnect(new Set(allow), resolve),
    maxHeaderSize: mostHeaderBytes,
    // One request a connection: each is checked anew, and no answer can be slipped in ahead of the next one.
    pipelining: 0,
  });
  return (target, options) => request(target, { dispatcher, ...options });
}

/**
 * Opens connections to public hosts, and to those that are allowed as they are. The check is part of connecting:
 * a name is resolved once, and the connection goes to an address that was checked, so a name that leads elsewhere
 * when it is asked again gains nothing.
 */
function checkedConnect(allow: ReadonlySet<string>, resolve: Resolve): buildConnector.connector {
  const open = buildConnector({});
  // Trying several addresses, it asks the lookup for all of them.
  const checked = buildConnector({ lookup: checkedLookup(resolve), autoSelectFamily: true });
  return (target, callback) => {
    const admission = admissionOf(target, allow);
    if (admission === 'refused') callback(notPublic(target.hostname), null);
    else (admission === 'allowed' ? open : checked)(target, callback);
  };
}
