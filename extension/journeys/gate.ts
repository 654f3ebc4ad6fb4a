import net, { type AddressInfo, type Socket } from 'node:net';
import { address } from '../../dashboard/journeys/people.ts';

/** A TCP proxy in front of the server that can be shut to simulate an outage. */
export interface Gate {
  /** The address to enter in the extension. */
  readonly address: string;
  readonly open: () => void;
  readonly shut: () => void;
  readonly close: () => void;
}

export async function startGate(): Promise<Gate> {
  const { hostname, port } = new URL(address);
  const sockets = new Set<Socket>();
  let isOpen = true;
  const server = net.createServer((socket) => {
    if (!isOpen) {
      socket.destroy();
      return;
    }
    const onward = net.connect(Number(port), hostname);
    for (const [one, other] of [
      [socket, onward],
      [onward, socket],
    ] as const) {
      sockets.add(one);
      one.pipe(other);
      one.on('error', () => other.destroy());
      one.on('close', () => sockets.delete(one));
    }
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const shut = (): void => {
    isOpen = false;
    for (const socket of sockets) socket.destroy();
  };
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    open: () => {
      isOpen = true;
    },
    shut,
    close: () => {
      shut();
      server.close();
    },
  };
}
