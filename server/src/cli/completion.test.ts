import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../testing/clickhouse.ts';
import { commands } from './commands.ts';
import { completionScripts, completionWords } from './completion.ts';

const words = completionWords(commands);

/** Each line as far as it was typed, and what is offered for its last word. */
const lines: readonly (readonly [string, readonly string[]])[] = [
  ['us', ['users']],
  ['users ', ['add', 'link', 'list']],
  ['call boards.updateS', ['boards.updateSlug']],
  ['call boards.create --na', ['--name']],
  ['call boards.remove ', ['--id', '--keepAds', '--boardId', '--json', '--output', '--dry-run', '--help']],
  ['call ads.search --platforms t', ['tiktok']],
  ['call ads.search --platforms tiktok --al', ['--all']],
  [
    'call boards.remove --dry-run ',
    ['--id', '--keepAds', '--boardId', '--json', '--output', '--dry-run', '--help'],
  ],
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

/** Without known words, files are offered, also after @, which bash treats as a separate word. */
const files: readonly (readonly [string, readonly string[]])[] = [
  ['call brandImages.upload --file clip', ['clip.png']],
  ['call brandImages.upload --file @clip', ['@clip.png']],
  ['call brandImages.upload --file=@clip', ['--file=@clip.png']],
];

const run = (shell: string, args: readonly string[], options: { input?: string; cwd?: string } = {}) =>
  spawnSync(shell, args, { encoding: 'utf8', timeout: 600_000, ...options });
const isInstalled = (shell: string): boolean => run(shell, ['--version']).status === 0;

let folder: string;
beforeAll(async () => {
  folder = await temporaryFolder();
  writeFileSync(path.join(folder, 'clip.png'), '');
});

it('contains every command, and no word that needs quoting', () => {
  for (const { name } of commands) expect(words.get('')).toContain(name.split(' ')[0]);
  expect([...words].flat(2).filter((word) => !/^[\w .:-]*$/.test(word))).toEqual([]);
});

describe('bash', () => {
  it('offers the words of contract and commands', () => {
    const cases = [
      ...lines.map(([line, offers]) => [line.split(' '), offers] as const),
      ...joined.map(([last, offer]) => [['call', 'ads.search', ...last], [offer]] as const),
    ];
    const tries = cases.map(([typed]) => {
      const given = ['magpie', ...typed];
      return `COMP_WORDS=(${given.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${given.length - 1}; _magpie; echo "\${COMPREPLY[*]}"`;
    });
    const { stdout, stderr } = run('bash', ['--norc'], {
      input: [completionScripts.bash(words), ...tries].join('\n'),
    });
    expect(stderr).toBe('');
    const offered = stdout.split('\n').map((line) => line.split(' ').filter((word) => word !== ''));
    expect(offered.slice(0, cases.length)).toEqual(cases.map(([, expected]) => expected));
  });
});

/** Cases for shells that treat a word with = or @ as one word. */
const whole = joined.filter(([last]) => !last.includes('='));
const cases = [
  ...lines,
  ...whole.map(([last, offer]) => [`call ads.search ${last.join(' ')}`, [offer]] as const),
  ...files,
];

/** Compares the offers of each case in any order. */
function expectOffers(stdout: string): void {
  const offered = stdout.split('\n').map((line) => line.split(' ').filter((word) => word !== ''));
  expect(offered.slice(0, cases.length).map((offers) => offers.toSorted())).toEqual(
    cases.map(([, offers]) => offers.toSorted()),
  );
}

describe.skipIf(!isInstalled('fish'))('fish', () => {
  it('offers the same', () => {
    const script = path.join(folder, 'magpie.fish');
    writeFileSync(script, completionScripts.fish(words));
    const tries = cases.map(([line]) => `echo (complete -C 'magpie ${line}' | string replace -r '\\t.*' '')`);
    const { stdout, stderr } = run('fish', ['--no-config', '-c', [`source ${script}`, ...tries].join('\n')], {
      // Without known words, fish offers files.
      cwd: folder,
    });
    expect(stderr).toBe('');
    expectOffers(stdout);
  });
});

/** Types into a zsh on a pseudo terminal, where Tab writes the offers to a file. */
const typist = `
export TERM=xterm
zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell 'source ./init.zsh'
zpty -r shell seen '*READY*'
for line in "$@"; do zpty -n -w shell "magpie $line"$'\\t'$'\\C-u'; done
zpty -w shell exit
while zpty -r shell seen; do :; done`;
const initiation = `
autoload -Uz compinit && compinit -u -D
source ./magpie.zsh
compadd() {
  builtin compadd "$@" || return
  [[ \${@[1,(i)(-|--)]} == *-[OAD]\\ * ]] && return
  local -a hits; builtin compadd -A hits "$@"; print -rn -- "$IPREFIX\${^hits} " >> offered
}
offer() { _main_complete; print >> offered; compstate[insert]='' compstate[list]=''; }
zle -C offer complete-word offer; bindkey '^I' offer
zle-line-init() { print READY; }; zle -N zle-line-init`;

describe.skipIf(!isInstalled('zsh'))('zsh', () => {
  it('offers the same', () => {
    writeFileSync(path.join(folder, 'magpie.zsh'), completionScripts.zsh(words));
    writeFileSync(path.join(folder, 'init.zsh'), initiation);
    writeFileSync(path.join(folder, 'typist.zsh'), typist);
    const { stderr } = run('zsh', ['-f', 'typist.zsh', ...cases.map(([line]) => line)], { cwd: folder });
    expect(stderr).toBe('');
    expectOffers(readFileSync(path.join(folder, 'offered'), 'utf8'));
  });
});
