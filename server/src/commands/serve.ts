import type { FastifyInstance } from 'fastify';
import { welcomeOwner } from '../accounts/people.ts';
import { procedureBase } from '../http/plan.ts';
import { openInstance } from '../instance.ts';
import { startJobs } from '../jobs/jobs.ts';
import { jobSchedule } from '../jobs/schedule.ts';
import type { Config } from '../kernel/config.ts';
import type { Logger } from '../kernel/log.ts';
import { createService } from '../service.ts';
import { commands } from './commands.ts';
import { listenForCommands } from './socket.ts';

/** What was opened, closed in the opposite order. */
class Opened {
  readonly #closers: (() => Promise<unknown>)[] = [];

  add(close: () => Promise<unknown>): void {
    this.#closers.push(close);
  }

  async close(): Promise<void> {
    for (const close of this.#closers.splice(0).toReversed()) await close();
  }
}

/** Opens everything, listens and says where; then the process runs until it is told to stop. */
export async function serve(config: Config, log: Logger, print: (text: string) => void): Promise<void> {
  const opened = new Opened();
  try {
    const instance = await openInstance(config, log);
    opened.add(() => instance.close());
    const jobs = await startJobs(instance.db.connection, jobSchedule(instance.db, log), log);
    opened.add(() => jobs.stop());
    const commandSocket = await listenForCommands(instance, commands);
    opened.add(() => commandSocket.close());
    const app = await createService(instance);
    opened.add(() => app.close());
    const address = await listen(app, config);
    await welcomeOwner(instance.db, config.bootstrapKey, (firstKey) =>
      print(banner(address, firstKey, config)),
    );
    log.info({ address, engines: [instance.db.description, instance.clickhouse.description] }, 'ready');
  } catch (error) {
    await opened.close();
    throw error;
  }
  stopOnSignal(opened, log);
}

async function listen(app: FastifyInstance, { host, port, publicUrl }: Config): Promise<string> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') {
      throw new Error(`Port ${port} of ${host} is taken by another program; set PORT to a free one.`, {
        cause: error,
      });
    }
    if (code === 'EACCES') {
      throw new Error(`This account may not listen on port ${port}; set PORT to one above 1023.`, {
        cause: error,
      });
    }
    throw error;
  }
  const bound = app.addresses()[0];
  // An address that stands for all of them is none that a browser could open.
  const reachable = /^(0\.0\.0\.0|::)$/.test(host) ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return publicUrl ?? `http://${reachable}:${typeof bound === 'object' ? bound.port : port}`;
}

function banner(address: string, firstKey: string | null, { bootstrapKey }: Config): string {
  const lines = [
    'Magpie is ready.',
    '',
    `  Dashboard  ${address}/`,
    `  API        ${address}${procedureBase}`,
  ];
  if (firstKey !== null) {
    lines.push(
      bootstrapKey === null ? `  API key    ${firstKey}` : '  API key    the one in MAGPIE_BOOTSTRAP_KEY',
    );
    if (bootstrapKey === null) lines.push('', "This is the owner's key. It is shown only now: keep it.");
  }
  return [...lines, ''].join('\n');
}

const longestGoodbyeMilliseconds = 15_000;

/** Lets requests in flight finish and the engines close; a second signal does not wait. */
function stopOnSignal(opened: Opened, log: Logger): void {
  let stopping = false;
  const stop = (signal: NodeJS.Signals): void => {
    if (stopping) process.exit(1);
    stopping = true;
    log.info({ signal }, 'stopping');
    setTimeout(() => process.exit(1), longestGoodbyeMilliseconds).unref();
    opened.close().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'stopped with an error');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', stop).on('SIGINT', stop);
}
