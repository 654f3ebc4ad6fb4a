import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { expect } from 'vitest';

/** A terminal in which lines of documentation are tried. */
export interface Shell {
  /** Runs a line that calls a server by curl; what that answered, which must be with the status 200. */
  curl(line: string, variables?: Readonly<Record<string, string>>): Promise<string>;
  close(): void;
}

const endOfAnswer = '--- end of the answer: ';

/** One process for all lines: a child of this one costs more to make than one of a shell. */
export function openShell(): Shell {
  const bash = spawn('bash', ['--norc'], { env: { PATH: process.env['PATH'] ?? '' } });
  bash.stderr.setEncoding('utf8');
  let complaints = '';
  bash.stderr.on('data', (text: string) => void (complaints += text));
  const lines = createInterface({ input: bash.stdout })[Symbol.asyncIterator]();
  const answer = async (): Promise<{ body: string; status: string }> => {
    const body: string[] = [];
    for (;;) {
      const { value, done } = await lines.next();
      if (done === true) throw new Error(`the shell has ended: ${complaints}`);
      if (value.startsWith(endOfAnswer))
        return { body: body.join('\n'), status: value.slice(endOfAnswer.length) };
      body.push(value);
    }
  };
  return {
    curl: async (line, variables = {}) => {
      const command = line.replace(/^curl /, `curl -sS -w '\\n${endOfAnswer}%{http_code}\\n' `);
      for (const [name, value] of Object.entries(variables)) bash.stdin.write(`${name}='${value}'\n`);
      // A failed call prints no end marker.
      bash.stdin.write(`${command} || echo '${endOfAnswer}failed'\n`);
      const { body, status } = await answer();
      expect(status, `${line}\n${body}${complaints}`).toBe('200');
      return body;
    },
    close: () => void bash.stdin.end(),
  };
}
