interface Waiting<Value> {
  readonly id: number;
  readonly resolve: (value: Value | Promise<Value>) => void;
}

interface BatchOptions<Value> {
  /** May omit ids, which are then read again. */
  readonly readMany: (ids: readonly number[]) => Promise<ReadonlyMap<number, Value>>;
  readonly readOne: (id: number) => Promise<Value>;
}

/** More would wait for the same processors. */
const maxStatements = 4;
const maxIdsPerStatement = 64;

/**
 * Reads that wait for earlier ones are made in one statement: ClickHouse takes longer to plan a statement than to read
 * the rows of a small advertiser. A read that need not wait is made at once.
 */
export function batchReads<Value>({
  readMany,
  readOne,
}: BatchOptions<Value>): (id: number) => Promise<Value> {
  const waiting: Waiting<Value>[] = [];
  let statements = 0;

  const readAlone = async ({ id, resolve }: Waiting<Value>): Promise<void> => {
    const reading = readOne(id);
    resolve(reading);
    await reading.catch(() => undefined);
  };

  const readBatch = async (batch: readonly Waiting<Value>[]): Promise<void> => {
    const found = await readMany(batch.map(({ id }) => id)).catch(() => new Map<number, Value>());
    // After a failure, perhaps because of one id, all of them are read alone.
    if (found.size === 0) for (const each of batch) await readAlone(each);
    else waiting.unshift(...batch.filter(({ id }) => !found.has(id)));
    for (const { id, resolve } of batch) if (found.has(id)) resolve(found.get(id) as Value);
  };

  const startNext = (): void => {
    if (statements === maxStatements) return;
    const [first, ...others] = waiting.splice(0, maxIdsPerStatement);
    if (first === undefined) return;
    statements += 1;
    void (others.length === 0 ? readAlone(first) : readBatch([first, ...others])).finally(() => {
      statements -= 1;
      startNext();
    });
  };

  return (id) =>
    new Promise((resolve) => {
      waiting.push({ id, resolve });
      startNext();
    });
}
