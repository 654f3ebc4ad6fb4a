import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { snippetsFor } from './snippets.ts';

it('docs/agents.md contains every snippet', () => {
  const page = readFileSync(path.resolve(import.meta.dirname, '../../../../../docs/agents.md'), 'utf8');
  for (const { agent, text } of snippetsFor('http://127.0.0.1:3000')) {
    expect(page).toContain(`**${agent}**`);
    expect(page).toContain(text);
  }
});
