import { rmSync } from 'node:fs';
import http from 'node:http';
import { json } from 'node:stream/consumers';
import { createInterface } from 'node:readline/promises';
import { commandSocket } from '../kernel/dataFolder.ts';
import type { Instance } from '../instance.ts';
import type { Command } from './command.ts';

/** What travels over the socket: the output of a command line by line, then its exit code. */
type Message = { readonly line: string } | { readonly exit: number };

/** Lets the command line work through this server: whoever may open the data folder's socket owns the instance. */
export async function listenForCommands(
  instance: Instance,
  commands: readonly Command[],
): Promise<{ close(): Promise<void> }> {
  const server = http.createServer((request, response) => {
    const tell = (message: Message): void => void response.write(`${JSON.stringify(message)}\n`);
    const finish = (exit: number): void => {
      tell({ exit });
      response.end();
    };
    runRequested(instance, commands, request, (line) => tell({ line })).then(finish, (error: unknown) => {
      instance.log.error({ err: error }, 'a command failed');
      tell({ line: 'The command failed; the log of the server has the cause.' });
      finish(1);
    });
  });
  const address = commandSocket(instance.folder.path);
  // We hold the data folder, so a socket that is there already is what a killed server left.
  rmSync(address.path, { force: true });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    // The socket is made during listen(), in this tick: nobody can connect before its mode is right.
    const before = process.umask(0o177);
    server.listen(address.path, resolve);
    process.umask(before);
  });
  return {
    close: async () => {
      await finishCommands(server);
      address.release();
    },
  };
}

const commandsMayTakeMilliseconds = 5000;

/** A command under way ends, unless it takes too long. */
async function finishCommands(server: http.Server): Promise<void> {
  const cutOff = setTimeout(() => server.closeAllConnections(), commandsMayTakeMilliseconds);
  await new Promise((resolve) => server.close(resolve));
  clearTimeout(cutOff);
}

async function runRequested(
  instance: Instance,
  commands: readonly Command[],
  request: http.IncomingMessage,
  print: (line: string) => void,
): Promise<number> {
  const { name, args } = (await json(request)) as { name: string; args: string[] };
  const command = commands.find((known) => known.name === name);
  if (command === undefined) {
    print(`The running server does not know the command '${name}'; restart it after an upgrade.`);
    return 1;
  }
  return command.run(instance, args, print);
}

/** Runs a command in the server that has this data folder; null when none answers. */
export async function runInServer(
  dataFolder: string,
  { name }: Command,
  args: readonly string[],
  print: (line: string) => void,
): Promise<number | null> {
  const response = await ask(dataFolder, JSON.stringify({ name, args }));
  if (response === null) return null;
  try {
    for await (const text of createInterface({ input: response })) {
      const message = JSON.parse(text) as Message;
      if ('exit' in message) return message.exit;
      print(message.line);
    }
  } catch (error) {
    throw new Error(stoppedEarly, { cause: error });
  }
  throw new Error(stoppedEarly);
}

const stoppedEarly = 'The server stopped before the command was done; look at its log and try again.';

async function ask(dataFolder: string, order: string): Promise<http.IncomingMessage | null> {
  try {
    return await post(dataFolder, order);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ECONNREFUSED') return null;
    const problem =
      code === 'EACCES'
        ? `The server of the data folder ${dataFolder} runs under another account; call this command as that account or as root.`
        : stoppedEarly;
    throw new Error(problem, { cause: error });
  }
}

async function post(dataFolder: string, order: string): Promise<http.IncomingMessage> {
  const address = commandSocket(dataFolder);
  try {
    return await new Promise((resolve, reject) => {
      http.request({ socketPath: address.path, method: 'POST' }, resolve).on('error', reject).end(order);
    });
  } finally {
    address.release();
  }
}
