import { expect, test } from 'vitest';
import { curlLine } from './example.ts';

const site = 'https://magpie.example';

test('a query is a GET with its input in the address, a mutation a POST with a body', () => {
  expect(curlLine({ name: 'boards.list', kind: 'query', example: {} }, site)).toBe(
    'curl -H "Authorization: Bearer $MAGPIE_KEY" https://magpie.example/api/v1/trpc/boards.list',
  );
  expect(curlLine({ name: 'teams.get', kind: 'query', example: { id: 1 } }, site)).toContain(
    `--get --data-urlencode 'input={"id":1}' https://magpie.example/api/v1/trpc/teams.get`,
  );
  expect(curlLine({ name: 'boards.create', kind: 'mutation', example: { name: "Ann's" } }, site)).toContain(
    String.raw`-H 'Content-Type: application/json' -d '{"name":"Ann'\''s"}' https://`,
  );
});
