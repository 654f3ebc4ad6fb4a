import { describe, expect, it } from 'vitest';
import { statementsOf } from './splitStatements.ts';

describe('the statements of a migration file', () => {
  it.each([
    ['nothing', '', []],
    ['comments alone', '-- one;\n/* two; */\n', []],
    ['empty statements', ';;\n;', []],
    ['one without a semicolon at its end', 'SELECT 1', ['SELECT 1']],
    ['two on a line', 'SELECT 1; SELECT 2;', ['SELECT 1', 'SELECT 2']],
    ['a comment before its statement', '-- why\nSELECT 1;', ['-- why\nSELECT 1']],
    ['a semicolon in a line comment', 'SELECT 1 -- a;b\n;', ['SELECT 1 -- a;b']],
    ['a semicolon in a block comment', 'SELECT /* ; */ 1;', ['SELECT /* ; */ 1']],
    ['a semicolon in a text', `SELECT 'a;b';`, [`SELECT 'a;b'`]],
    ['a doubled quote in a text', `SELECT 'it''s; so';`, [`SELECT 'it''s; so'`]],
    ['a semicolon in a name', 'SELECT ";";', ['SELECT ";"']],
    ['a quote in a comment', `-- don't\nSELECT 1; SELECT 2;`, [`-- don't\nSELECT 1`, 'SELECT 2']],
    ['a comment mark in a text', `SELECT '--'; SELECT 2;`, [`SELECT '--'`, 'SELECT 2']],
    ['a body between dollars', 'DO $$ BEGIN; END; $$; SELECT 2;', ['DO $$ BEGIN; END; $$', 'SELECT 2']],
    ['a body between named dollars', 'DO $a$ $$;$$ ; $a$; SELECT 2;', ['DO $a$ $$;$$ ; $a$', 'SELECT 2']],
    ['a dollar in a name', 'SELECT a$b; SELECT $1;', ['SELECT a$b', 'SELECT $1']],
    ['minus and division', 'SELECT 4 - 2 / 1; SELECT 2;', ['SELECT 4 - 2 / 1', 'SELECT 2']],
  ])('are found in %s', (_, text, statements) => {
    expect(statementsOf(text)).toEqual(statements);
  });
});
