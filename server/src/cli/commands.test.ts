import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCommandLine } from './commandLine.ts';
import { commands } from './commands.ts';

it('docs/command-line.md lists every command', () => {
  const page = readFileSync(path.join(import.meta.dirname, '../../../docs/command-line.md'), 'utf8');
  const [table = ''] = page.split('\nEach command has `--help`');
  const listed = [...table.matchAll(/^\| `([a-z -]+)` \|/gm)].map(([, name]) => name);
  expect(listed.toSorted()).toEqual(['serve', ...commands.map(({ name }) => name)].toSorted());
});

/** What is printed, and the exit code. */
async function run(...words: string[]): Promise<{ code: number; printed: string; errors: string }> {
  const printed: string[] = [];
  const errors: string[] = [];
  const screen = { isTerminal: false, width: () => 80, write: () => undefined };
  const terminal = {
    print: (line: string) => void printed.push(line),
    printError: (line: string) => void errors.push(line),
    screen,
  };
  const code = await runCommandLine(words, terminal);
  return { code, printed: printed.join('\n'), errors: errors.join('\n') };
}

describe('the command line', () => {
  it.each(['serve', ...commands.map(({ name }) => name)])('%s has help', async (name) => {
    for (const words of [
      [...name.split(' '), '--help'],
      [...name.split(' '), '-h'],
      ['help', ...name.split(' ')],
    ]) {
      const { code, printed, errors } = await run(...words);
      expect([code, errors]).toEqual([0, '']);
      expect(printed).toMatch(new RegExp(`^Usage: .+ ${name}\\b.*\\n\\n.+\\n\\s*\\S`));
    }
  });

  it.each(['users', 'sources', 'mail'])('%s lists the commands of its group', async (group) => {
    const { code, printed } = await run(group, '--help');
    expect(code).toBe(0);
    const names = commands.map(({ usage }) => usage).filter((usage) => usage.startsWith(`${group} `));
    for (const usage of names) expect(printed).toContain(`  ${usage}`);
    expect(printed).not.toContain('doctor');
    expect(await run(group)).toMatchObject({ code: 2, errors: expect.stringContaining(printed) });
  });

  it.each([
    [['imprt', 'ads.csv'], "Unknown command 'imprt ads.csv'; did you mean 'import'?"],
    [['user', 'add', 'a@example.com'], "Unknown command 'user add a@example.com'; did you mean 'users add'?"],
    [['users', 'ad'], "Unknown command 'users ad'; did you mean 'users add'?"],
    [['source', 'lst'], "Unknown command 'source lst'; did you mean 'sources list'?"],
    [['sevre'], "Unknown command 'sevre'; did you mean 'serve'?"],
    [['docter', '--help'], "Unknown command 'docter --help'; did you mean 'doctor'?"],
  ])('%j: exits 2 and suggests a command', async (words, sentence) => {
    const { code, errors } = await run(...words);
    expect([code, errors.split('\n')[0]]).toEqual([2, sentence]);
    expect(errors.split('\n')).toHaveLength(2);
  });

  it.each([[['nosuch']], [['users', 'remove', 'a@example.com']]])(
    '%j: exits 2 and lists all commands',
    async (words) => {
      const { code, printed, errors } = await run(...words);
      expect([code, printed]).toEqual([2, '']);
      expect(errors).toContain(`Unknown command '${words.join(' ')}'.\n\nUsage:`);
    },
  );

  it('serve takes no arguments', async () => {
    expect(await run('serve', 'now')).toMatchObject({
      code: 2,
      errors: expect.stringMatching(/^serve takes no arguments\.\nUsage: .+ serve$/),
    });
  });
});
