interface Closable {
  close(): Promise<void>;
}

/** A bounded set of connections, each lent to one piece of work at a time, first come first served. */
export interface Pool<Connection> {
  use<Result>(work: (connection: Connection) => Promise<Result>): Promise<Result>;
  /** Refuses new work, waits for what was accepted, and closes every connection. */
  close(): Promise<void>;
}

/**
 * Connections are opened when they are first needed. After any error a connection is closed and never lent again: the
 * embedded engine would add rows of the failed statement to its next answer.
 */
export function createPool<Connection extends Closable>(
  size: number,
  open: () => Promise<Connection>,
): Pool<Connection> {
  /** Null is a place whose connection has to be opened. */
  const free = Array.from({ length: size }, (): Connection | null => null);
  const waiting: ((connection: Connection | null) => void)[] = [];
  let closing = false;

  const take = (): Promise<Connection | null> => {
    const connection = free.pop();
    if (connection !== undefined) return Promise.resolve(connection);
    return new Promise((resolve) => waiting.push(resolve));
  };
  const giveBack = (connection: Connection | null): void => {
    const next = waiting.shift();
    if (next === undefined) free.push(connection);
    else next(connection);
  };

  return {
    async use(work) {
      if (closing) throw new Error('ClickHouse is closed and takes no more statements.');
      let connection = await take();
      try {
        connection ??= await open();
        const result = await work(connection);
        giveBack(connection);
        return result;
      } catch (error) {
        // The error of the work is the one to report.
        await connection?.close().catch(() => undefined);
        giveBack(null);
        throw error;
      }
    },
    async close() {
      closing = true;
      // Queued behind all accepted work, so holding every connection means that nothing runs.
      const held = await Promise.all(Array.from({ length: size }, take));
      await Promise.all(held.map(async (connection) => connection?.close()));
      for (const _ of held) giveBack(null);
    },
  };
}
