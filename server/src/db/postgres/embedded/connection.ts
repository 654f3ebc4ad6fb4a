import { Client } from 'pg';
import { superuser } from './cluster.ts';
import { socketPort } from './socketFolder.ts';

/** Complete: whatever is missing the driver would take from PGHOST, PGSSLMODE and their kind. */
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

/** Whether a connection can be made: a server that is being killed still looks alive to the system. */
export async function answers(socketFolder: string): Promise<boolean> {
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
