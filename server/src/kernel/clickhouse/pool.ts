/** A fixed set of connections, each lent to one piece of work at a time, first come first served. */
export interface Pool<Connection> {
  use<Result>(work: (connection: Connection) => Promise<Result>): Promise<Result>;
  /** Refuses new work and resolves when what was accepted has ended. */
  drain(): Promise<void>;
}

export function createPool<Connection>(connections: readonly Connection[]): Pool<Connection> {
  const free = [...connections];
  const waiting: ((connection: Connection) => void)[] = [];
  let draining = false;

  const take = (): Promise<Connection> => {
    const connection = free.pop();
    if (connection !== undefined) return Promise.resolve(connection);
    return new Promise((resolve) => waiting.push(resolve));
  };
  const giveBack = (connection: Connection): void => {
    const next = waiting.shift();
    if (next === undefined) free.push(connection);
    else next(connection);
  };

  return {
    async use(work) {
      if (draining) throw new Error('ClickHouse is closed and takes no more statements.');
      const connection = await take();
      try {
        return await work(connection);
      } finally {
        giveBack(connection);
      }
    },
    async drain() {
      draining = true;
      // Queued behind all accepted work, so holding every connection means that nothing runs.
      const held = await Promise.all(connections.map(() => take()));
      held.forEach(giveBack);
    },
  };
}
