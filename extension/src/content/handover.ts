/**
 * Connects our main-world script with the content script through a MessagePort. Both run before any script of the page and
 * events are synchronous, so the page cannot intercept the port. It is handed over only once.
 */
const requestEvent = 'magpie:request-port';
const offerEvent = 'magpie:offer-port';

/** Called in the main world. The port buffers messages until the other side listens. */
export function offerPort(): MessagePort {
  const { port1, port2 } = new MessageChannel();
  const offer = (): boolean =>
    !window.dispatchEvent(new MessageEvent(offerEvent, { ports: [port2], cancelable: true }));
  const isTaken = offer();
  if (!isTaken) window.addEventListener(requestEvent, offer, { once: true });
  return port1;
}

/** Called in the content script. One of the two events arrives, whichever script runs first. */
export function takePort(onPayload: (payload: unknown) => void): void {
  const take = (event: Event): void => {
    const port = event instanceof MessageEvent ? event.ports[0] : undefined;
    if (port === undefined) return;
    event.preventDefault();
    port.addEventListener('message', ({ data }) => onPayload(data));
    port.start();
  };
  window.addEventListener(offerEvent, take, { once: true });
  window.dispatchEvent(new Event(requestEvent));
}
