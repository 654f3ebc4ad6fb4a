import { readFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import type { Config } from '../../config/config.ts';
import { type Check, ok, problem, errorReason, type CheckResult, warning } from './finding.ts';

const megabyte = 1024 * 1024;
/** The relative path is the same for sources and build. */
const root = path.resolve(import.meta.dirname, '../../../..');

/** Checks Node, packages, memory and limits. */
export function machineChecks(config: Pick<Config, 'clickhouseUrl'>): Check[] {
  return [
    { name: 'Node', run: nodeVersion },
    { name: 'packages', run: packages },
    { name: 'native modules', run: () => nativeModules(config.clickhouseUrl === null) },
    { name: 'memory', run: memory },
    { name: 'open files', run: openFiles },
    { name: 'time zone', run: () => ok(`${zone()}; days are always counted in UTC.`) },
  ];
}

const zone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

async function jsonOf<Shape>(file: string, shape: z.ZodType<Shape>): Promise<Shape | null> {
  const text = await readFile(path.join(root, file), 'utf8').catch(() => null);
  return text === null ? null : shape.parse(JSON.parse(text));
}

const project = z.object({ engines: z.object({ node: z.string() }) });

async function nodeVersion(): Promise<CheckResult> {
  const wanted = (await jsonOf('package.json', project))?.engines.node ?? '';
  const [least, have] = [wanted, process.versions.node].map(numbersIn);
  if (have === undefined || least === undefined || have >= least) return ok(`Version ${process.version}.`);
  return problem(
    `Version ${process.version} is too old.`,
    `Install Node ${wanted.replace('>=', '')} or newer.`,
  );
}

/** Makes two versions comparable as numbers. */
function numbersIn(version: string): number {
  const [major = 0, minor = 0] = (version.match(/\d+/g) ?? []).map(Number);
  return major * 1000 + minor;
}

const names = z.record(z.string(), z.string()).default({});
const lockfile = z.object({
  packages: z.record(
    z.string(),
    z.looseObject({ version: z.string().optional(), link: z.boolean().optional(), dependencies: names }),
  ),
});
const manifest = z.object({ version: z.string() });

/** Compares the installed packages of the server with the lockfile. */
async function packages(): Promise<CheckResult | null> {
  const lock = await jsonOf('package-lock.json', lockfile);
  if (lock === null) return ok('There is no lockfile to compare with.');
  const wrong: string[] = [];
  const needed = Object.keys(lock.packages['server']?.dependencies ?? {});
  for (const name of needed) {
    const places = [`server/node_modules/${name}`, `node_modules/${name}`];
    const place = places.find((one) => lock.packages[one] !== undefined);
    const locked = place === undefined ? undefined : lock.packages[place];
    if (place === undefined || locked === undefined || locked.link === true) continue;
    const found = await jsonOf(`${place}/package.json`, manifest);
    if (found === null) wrong.push(`${name} is missing`);
    else if (found.version !== locked.version)
      wrong.push(`${name} is ${found.version}, not ${locked.version}`);
  }
  if (wrong.length === 0) return ok(`All ${needed.length} packages match the lockfile.`);
  const more = wrong.length > 5 ? ` and ${wrong.length - 5} more` : '';
  return problem(`${wrong.slice(0, 5).join(', ')}${more}.`, 'Run npm install in the Magpie folder.');
}

const always = ['fs-native-extensions', '@node-rs/argon2', 'sharp', '@resvg/resvg-js'];

async function nativeModules(isEmbedded: boolean): Promise<CheckResult> {
  const needed = isEmbedded ? [...always, 'chdb'] : always;
  for (const name of needed) {
    try {
      await import(name);
    } catch (error) {
      const [reason = ''] = errorReason(error).split('\n', 1);
      return problem(
        `${name} cannot be loaded: ${reason}.`,
        'Run npm install on this machine, with this version of Node and with optional packages.',
      );
    }
  }
  return ok(`${needed.join(', ')} load.`);
}

const leastTotal = 1024 * megabyte;
const leastAvailable = 256 * megabyte;

function memory(): CheckResult {
  const constrained = process.constrainedMemory();
  const total = constrained > 0 ? Math.min(constrained, os.totalmem()) : os.totalmem();
  const available = process.availableMemory();
  const says = `${megabytes(available)} of ${megabytes(total)} free.`;
  if (total < leastTotal) return warning(says, 'Give Magpie at least 1,024 MB, or use external engines.');
  if (available < leastAvailable) {
    return warning(says, 'Stop other programs or add memory, before the system kills Magpie.');
  }
  return ok(says);
}

export function megabytes(bytes: number): string {
  return `${Math.floor(bytes / megabyte).toLocaleString('en')} MB`;
}

const leastOpenFiles = 4096;

/** Only available on Linux. */
async function openFiles(): Promise<CheckResult | null> {
  const limits = await readFile('/proc/self/limits', 'utf8').catch(() => '');
  const [, text] = /^Max open files\s+(\S+)/m.exec(limits) ?? [];
  if (text === undefined) return null;
  const most = text === 'unlimited' ? Number.POSITIVE_INFINITY : Number(text);
  const says = `The limit is ${text}.`;
  if (most >= leastOpenFiles) return ok(says);
  return warning(says, `Allow at least ${leastOpenFiles}: ulimit -n, or LimitNOFILE of the service.`);
}
