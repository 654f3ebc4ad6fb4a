import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { alreadyHereMail, newAddressMail, resetMail } from './mails.ts';

const letter = { site: 'https://magpie.example', to: "o'brien@example.com", token: "a'b" };

describe('mails about signing in', () => {
  it('contain correctly quoted shell commands for any address', () => {
    const commands = [
      alreadyHereMail(letter),
      newAddressMail(letter, 'new@example.com'),
      resetMail(letter),
    ].map(({ text }) => {
      const [line = ''] = /^curl .*$/m.exec(text) ?? [];
      const script = `curl() { printf '%s\\n' "$@"; }; ${line}`;
      const [, , , body = '', address] = execFileSync('sh', ['-c', script], { encoding: 'utf8' }).split('\n');
      return [JSON.parse(body), address];
    });
    const forReset = [{ email: letter.to }, 'https://magpie.example/api/auth/request-password-reset'];
    expect(commands).toEqual([
      forReset,
      forReset,
      [
        { token: letter.token, newPassword: '<10 to 200 characters>' },
        'https://magpie.example/api/auth/reset-password',
      ],
    ]);
  });
});
