import { openClickHouse, type ClickHouse } from '../db/clickhouse/clickhouse.ts';
import { migrateClickHouse } from '../db/clickhouse/migrate.ts';
import { longerMigrations, silentLog } from './clickhouse.ts';

/** A process that the tests kill, or that kills itself; started with `startClickHouseChild`. */
const [role, dataFolder = '', count] = process.argv.slice(-3);

const roles: Readonly<Record<string, (clickhouse: ClickHouse) => Promise<void>>> = {
  /** Inserts batches of 100 rows until it is killed, and says so after each acknowledgement. */
  async insert(clickhouse) {
    await migrateClickHouse(clickhouse, { cluster: null, log: silentLog });
    for (let batch = Number(count); ; batch += 1) {
      const rows = Array.from({ length: 100 }, (_, index) => advertiser(batch * 100 + index));
      await clickhouse.insert('advertisers', rows);
      console.log(batch);
    }
  },

  /** Migrates, and dies by SIGKILL as soon as the statement with the given number has ended. */
  async migrate(clickhouse) {
    let left = Number(count);
    const dieWhenDue = (): void => {
      left -= 1;
      if (left === 0) process.kill(process.pid, 'SIGKILL');
    };
    const mortal: ClickHouse = {
      read: (statement, parameters) => clickhouse.read(statement, parameters),
      write: async (statement, parameters) => {
        await clickhouse.write(statement, parameters);
        dieWhenDue();
      },
      insert: async (table, rows) => {
        await clickhouse.insert(table, rows);
        dieWhenDue();
      },
    };
    await migrateClickHouse(mortal, {
      cluster: null,
      log: silentLog,
      migrations: longerMigrations,
    });
  },

  /** Keeps the folder open until it is killed. */
  async hold() {
    console.log('open');
    await new Promise(() => setInterval(() => {}, 60_000));
  },

  /** Uses everything once. */
  async work(clickhouse) {
    await migrateClickHouse(clickhouse, { cluster: null, log: silentLog });
    await clickhouse.insert('advertisers', [advertiser(1)]);
    await clickhouse.write('OPTIMIZE TABLE advertisers FINAL');
    await clickhouse.read('SELECT name FROM advertisers WHERE advertiser_id = {id:UInt64}', { id: 1 });
    await clickhouse.read('SELECT nothing FROM nowhere').catch(() => undefined);
  },
};

function advertiser(id: number): object {
  return { advertiser_id: id, name_key: `a${id}`, name: `A${id}`, first_seen_at: new Date(0), version: 1 };
}

const clickhouse = await openClickHouse({ url: null, cluster: null, dataFolder, log: silentLog });
await roles[role ?? '']?.(clickhouse);
await clickhouse.close();
