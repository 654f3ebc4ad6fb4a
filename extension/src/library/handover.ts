/**
 * Between our script in the page's own world and the one beside it: a port that the two of them hold. Both are there
 * before any script of the page, and events are heard at once. Once it is taken, nobody can ask for it any more.
 */
const asks = 'magpie:asks-for-port';
const gives = 'magpie:gives-port';

/** In the page's own world. What is sent before the other side listens waits in the port. */
export function offeredPort(): MessagePort {
  const { port1, port2 } = new MessageChannel();
  const give = (): boolean =>
    !window.dispatchEvent(new MessageEvent(gives, { ports: [port2], cancelable: true }));
  const isTaken = give();
  if (!isTaken) window.addEventListener(asks, give, { once: true });
  return port1;
}

/** Beside it. Whichever script came first, one of the two events is heard. */
export function takePort(onPayload: (payload: unknown) => void): void {
  const take = (event: Event): void => {
    const port = event instanceof MessageEvent ? event.ports[0] : undefined;
    if (port === undefined) return;
    event.preventDefault();
    port.addEventListener('message', ({ data }) => onPayload(data));
    port.start();
  };
  window.addEventListener(gives, take, { once: true });
  window.dispatchEvent(new Event(asks));
}
