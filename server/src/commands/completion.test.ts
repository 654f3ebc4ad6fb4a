import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../testing/clickhouse.ts';
import { commands } from './commands.ts';
import { completionScripts } from './completionScripts.ts';
import { completionWords } from './completionWords.ts';

const words = completionWords(commands);

/** Each line as far as it was typed, and what is offered for its last word. */
const lines: readonly (readonly [string, readonly string[]])[] = [
  ['us', ['users']],
  ['users ', ['add', 'link', 'list']],
  ['call boards.updateS', ['boards.updateSlug']],
  ['call boards.create --na', ['--name']],
  ['call boards.remove ', ['--id', '--boardId', '--json', '--output', '--dry-run', '--help']],
  ['call ads.search --platforms t', ['tiktok']],
  ['call ads.search --platforms tiktok --al', ['--all']],
  ['call ads.list --boardId ', ['ALL']],
  ['call boards.togglePublic --published ', ['true', 'false']],
  ['call boards.list --output ', ['table', 'json', 'lines']],
  ['export --library --u', ['--user']],
  ['completion ', ['bash', 'zsh', 'fish']],
  ['sources add --acc', ['--accessToken']],
  ['import --dry', ['--dry-run']],
  ['users add --h', ['--help']],
  ['import fil', []],
];

/** An option and its value in one word, which bash takes apart and other shells leave together. */
const joined: readonly (readonly [readonly string[], string])[] = [
  [['--platforms', '=', 't'], 'tiktok'],
  [['--platforms', '=', 'tiktok', '--al'], '--all'],
  [['--platforms=t'], '--platforms=tiktok'],
  [['--platforms=tiktok', '--al'], '--all'],
];

const run = (shell: string, args: readonly string[], options: { input?: string; cwd?: string } = {}) =>
  spawnSync(shell, args, { encoding: 'utf8', ...options });
const isInstalled = (shell: string): boolean => run(shell, ['--version']).status === 0;

let folder: string;
beforeAll(async () => {
  folder = await temporaryFolder();
});

it('knows every command, and no word that a shell would read as something else', () => {
  for (const { name } of commands) expect(words.get('')).toContain(name.split(' ')[0]);
  expect([...words].flat(2).filter((word) => !/^[\w .:-]*$/.test(word))).toEqual([]);
});

describe('bash', () => {
  it('offers what the contract and the commands know', () => {
    const asked = [
      ...lines.map(([line, offers]) => [line.split(' '), offers] as const),
      ...joined.map(([last, offer]) => [['call', 'ads.search', ...last], [offer]] as const),
    ];
    const tries = asked.map(([typed]) => {
      const given = ['magpie', ...typed];
      return `COMP_WORDS=(${given.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${given.length - 1}; _magpie; echo "\${COMPREPLY[*]}"`;
    });
    const { stdout, stderr } = run('bash', ['--norc'], {
      input: [completionScripts.bash(words), ...tries].join('\n'),
    });
    expect(stderr).toBe('');
    const offered = stdout.split('\n').map((line) => line.split(' ').filter((word) => word !== ''));
    expect(offered.slice(0, asked.length)).toEqual(asked.map(([, expected]) => expected));
  });
});

describe.skipIf(!isInstalled('fish'))('fish', () => {
  it('offers the same', () => {
    const script = path.join(folder, 'magpie.fish');
    writeFileSync(script, completionScripts.fish(words));
    const whole = joined.filter(([last]) => !last.includes('='));
    const asked = [
      ...lines,
      ...whole.map(([last, offer]) => [`call ads.search ${last.join(' ')}`, [offer]] as const),
    ];
    const tries = asked.map(([line]) => `echo (complete -C 'magpie ${line}')`);
    const { stdout, stderr } = run('fish', ['--no-config', '-c', [`source ${script}`, ...tries].join('\n')], {
      // Where nothing is known fish offers files.
      cwd: folder,
    });
    expect(stderr).toBe('');
    const offered = stdout.split('\n').map((line) => line.split(' ').filter((word) => word !== ''));
    for (const [at, [, expected]] of asked.entries()) {
      expect(new Set(offered[at])).toEqual(new Set(expected));
    }
  });
});

describe.skipIf(!isInstalled('zsh'))('zsh', () => {
  it('reads the script of bash through bashcompinit', () => {
    const { stderr, stdout } = run('zsh', ['-f'], {
      input: `autoload -Uz compinit && compinit -u -D\n${completionScripts.zsh(words)}\nwhence -w _magpie; print $_comps[magpie]\n`,
    });
    expect([stderr, stdout]).toEqual(['', '_magpie: function\n_bash_complete -o default -F _magpie\n']);
  });
});
