import { once } from 'node:events';
import { createServer } from 'node:net';

/** Rejects with the system's error if the port cannot be used. */
export async function probePort(host: string, port: number): Promise<void> {
  const server = createServer().listen(port, host);
  await once(server, 'listening');
  server.close();
  await once(server, 'close');
}
