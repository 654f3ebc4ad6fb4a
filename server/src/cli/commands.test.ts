import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCommandLine } from './commandLine.ts';
import { commands } from './commands.ts';

it('docs/command-line.md lists every command', () => {
  const page = readFileSync(path.join(import.meta.dirname, '../../../docs/command-line.md'), 'utf8');
  const [table = ''] = page.split('\nEach explains itself');
  const listed = [...table.matchAll(/^\| `([a-z -]+)` \|/gm)].map(([, name]) => name);
  expect(listed.toSorted()).toEqual(['serve', ...commands.map(({ name }) => name)].toSorted());
});

/** What is printed, and the exit code. */
async function run(...words: string[]): Promise<{ code: number; said: string; complained: string }> {
  const said: string[] = [];
  const complained: string[] = [];
  const screen = { isTerminal: false, width: () => 80, write: () => undefined };
  const terminal = {
    say: (line: string) => void said.push(line),
    complain: (line: string) => void complained.push(line),
    screen,
  };
  const code = await runCommandLine(words, terminal);
  return { code, said: said.join('\n'), complained: complained.join('\n') };
}

describe('the words of the command line', () => {
  it.each(['serve', ...commands.map(({ name }) => name)])('%s explains itself', async (name) => {
    for (const words of [
      [...name.split(' '), '--help'],
      [...name.split(' '), '-h'],
      ['help', ...name.split(' ')],
    ]) {
      const { code, said, complained } = await run(...words);
      expect([code, complained]).toEqual([0, '']);
      expect(said).toMatch(new RegExp(`^Usage: .+ ${name}\\b.*\\n\\n.+\\n\\s*\\S`));
    }
  });

  it.each(['users', 'sources', 'mail'])('%s lists the commands that begin so', async (group) => {
    const { code, said } = await run(group, '--help');
    expect(code).toBe(0);
    const names = commands.map(({ usage }) => usage).filter((usage) => usage.startsWith(`${group} `));
    for (const usage of names) expect(said).toContain(`  ${usage}`);
    expect(said).not.toContain('doctor');
    expect(await run(group)).toMatchObject({ code: 2, complained: expect.stringContaining(said) });
  });

  it.each([
    [['imprt', 'ads.csv'], "There is no command 'imprt ads.csv'; did you mean 'import'?"],
    [
      ['user', 'add', 'a@example.com'],
      "There is no command 'user add a@example.com'; did you mean 'users add'?",
    ],
    [['users', 'ad'], "There is no command 'users ad'; did you mean 'users add'?"],
    [['source', 'lst'], "There is no command 'source lst'; did you mean 'sources list'?"],
    [['sevre'], "There is no command 'sevre'; did you mean 'serve'?"],
    [['docter', '--help'], "There is no command 'docter --help'; did you mean 'doctor'?"],
  ])('%j: exits 2 and suggests a command', async (words, sentence) => {
    const { code, complained } = await run(...words);
    expect([code, complained.split('\n')[0]]).toEqual([2, sentence]);
    expect(complained.split('\n')).toHaveLength(2);
  });

  it.each([[['nosuch']], [['users', 'remove', 'a@example.com']]])(
    '%j: exits 2 and lists what there is',
    async (words) => {
      const { code, said, complained } = await run(...words);
      expect([code, said]).toEqual([2, '']);
      expect(complained).toContain(`There is no command '${words.join(' ')}'.\n\nUsage:`);
    },
  );

  it('serve takes no arguments', async () => {
    expect(await run('serve', 'now')).toMatchObject({
      code: 2,
      complained: expect.stringMatching(/^serve takes no arguments\.\nUsage: .+ serve$/),
    });
  });
});
