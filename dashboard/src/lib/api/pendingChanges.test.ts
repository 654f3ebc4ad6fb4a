import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { addPendingChanges, applyPendingChanges, changeResponse } from './pendingChanges.ts';
import type { Rule } from './types.ts';

const rule = (id: number): Rule => ({ id }) as Rule;
const withoutRule = (id: number) =>
  changeResponse('notifications', 'listRules', (rules) => rules.filter((one) => one.id !== id));
const path = 'notifications.listRules';

test('changes cached data at once and later responses until it is withdrawn', () => {
  const client = new QueryClient();
  const queryKey = [['notifications', 'listRules'], { type: 'query' }];
  client.setQueryData(queryKey, [rule(1), rule(2)]);
  const withdraw = addPendingChanges(client, [withoutRule(1)]);
  expect(client.getQueryData(queryKey)).toEqual([rule(2)]);
  expect(applyPendingChanges(path, [rule(1), rule(3)], undefined)).toEqual([rule(3)]);
  expect(applyPendingChanges('boards.list', [rule(1)], undefined)).toEqual([rule(1)]);
  withdraw();
  expect(applyPendingChanges(path, [rule(1)], undefined)).toEqual([rule(1)]);
});

test('several changes of one procedure apply together and end independently', () => {
  const client = new QueryClient();
  const [first, second] = [withoutRule(1), withoutRule(2)].map((one) => addPendingChanges(client, [one]));
  expect(applyPendingChanges(path, [rule(1), rule(2)], undefined)).toEqual([]);
  first?.();
  expect(applyPendingChanges(path, [rule(1), rule(2)], undefined)).toEqual([rule(1)]);
  second?.();
});

test('changes every page of an infinite query, by its input', () => {
  const client = new QueryClient();
  const key = (boardId: number) => [['ads', 'list'], { input: { boardId }, type: 'infinite' }];
  const pages = { pages: [{ total: 2 }, { total: 2 }], pageParams: [0, 1] };
  client.setQueryData(key(1), pages);
  client.setQueryData(key(2), pages);
  const withdraw = addPendingChanges(client, [
    changeResponse('ads', 'list', (page, input) =>
      input?.boardId === 1 ? { ...page, total: page.total - 1 } : page,
    ),
  ]);
  expect(client.getQueryData(key(1))).toEqual({ ...pages, pages: [{ total: 1 }, { total: 1 }] });
  expect(client.getQueryData(key(2))).toEqual(pages);
  withdraw();
});
