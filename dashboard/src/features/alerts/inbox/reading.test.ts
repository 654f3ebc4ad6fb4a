import { expect, test } from 'vitest';
import type { Notification } from '../../../lib/api/types.ts';
import { setReadAt } from './reading.ts';

const notice = (id: number, readAt: string | null): Notification => ({
  id,
  ruleId: 1,
  type: 'new_ads',
  companyName: null,
  title: 'New ads',
  body: '',
  adHashes: [],
  data: {},
  createdAt: '2026-03-01T00:00:00.000Z',
  readAt,
});
const at = '2026-03-02T00:00:00.000Z';
const before = '2026-03-01T12:00:00.000Z';
const page = {
  notifications: [notice(3, null), notice(2, before), notice(1, null)],
  total: 3,
  hasMore: false,
  nextCursor: null,
};

test('marks as read in a single page and in a list of pages, and keeps earlier times', () => {
  const one = setReadAt(page, (id) => id > 1, at);
  expect(one).toMatchObject({ notifications: [{ readAt: at }, { readAt: before }, { readAt: null }] });
  const many = setReadAt({ pages: [page, page], pageParams: [0, 1] }, () => true, at);
  expect(many).toMatchObject({
    pageParams: [0, 1],
    pages: [{ total: 3 }, { notifications: [{ readAt: at }, { readAt: before }, { readAt: at }] }],
  });
});
