import type { AddressInfo, Server } from 'node:net';

/** The message from a target's process once it accepts requests. */
export interface Ready {
  readonly port: number;
}

/** Reports the port, and ends the process with the benchmark's, however that one ended. */
export function reportReady(server: Server, close: () => Promise<unknown>): void {
  const { port } = server.address() as AddressInfo;
  process.on('disconnect', () => void close().finally(() => process.exit()));
  process.send?.({ port } satisfies Ready);
}
