import { Client } from 'pg';
import { superuser } from './cluster.ts';
import { socketPort } from './socketFolder.ts';

/** All fields are set: the driver would read missing ones from PGHOST, PGSSLMODE and similar variables. */
export interface EmbeddedConnection {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  readonly database: string;
  readonly ssl: false;
}

export function connectionThrough(socketFolder: string): EmbeddedConnection {
  return {
    host: socketFolder,
    port: socketPort,
    user: superuser,
    password: '',
    database: 'postgres',
    ssl: false,
  };
}

/** Whether the server accepts a connection: one that is being killed still looks alive to the system. */
export async function acceptsConnections(socketFolder: string): Promise<boolean> {
  const client = new Client({ ...connectionThrough(socketFolder), connectionTimeoutMillis: 5000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    return false;
  }
}
