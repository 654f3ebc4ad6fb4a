import type { Config } from '../config/config.ts';
import { Listener } from '../http/listener.ts';

const listenProblems: Readonly<Record<string, (config: Config) => string>> = {
  EADDRINUSE: ({ host, port }) =>
    `Port ${port} on ${host} is in use by another program; set PORT to a free port.`,
  EACCES: ({ port }) => `This account may not listen on port ${port}; set PORT to 1024 or higher.`,
  EADDRNOTAVAIL: ({ host }) => `HOST ${host} is not an address of this machine; set HOST to one.`,
  ENOTFOUND: ({ host }) => `HOST ${host} cannot be resolved; set HOST to an address.`,
  EAI_AGAIN: ({ host }) => `HOST ${host} could not be looked up; set HOST to an address.`,
};

export async function openListener(config: Config, steps?: () => readonly string[]): Promise<Listener> {
  const listener = new Listener(steps);
  try {
    await listener.listen(config.host, config.port);
    return listener;
  } catch (error) {
    const problem = listenProblems[(error as NodeJS.ErrnoException).code ?? ''];
    throw problem === undefined ? error : new Error(problem(config), { cause: error });
  }
}

export async function probeListenAddress(config: Config): Promise<void> {
  const listener = await openListener(config);
  await listener.close();
}
