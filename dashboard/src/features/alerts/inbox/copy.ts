import { formatNumber } from '../../../lib/format.ts';

/** Separate from the rest, which no first page needs. */
export const bellCopy = {
  name: (unread: number) => (unread === 0 ? 'Inbox' : `Inbox, ${formatNumber(unread)} unread`),
  count: (unread: number) => (unread > 99 ? `${formatNumber(99)}+` : formatNumber(unread)),
  newest: 'Newest alerts',
  loading: 'Loading alerts',
  empty: 'No alerts yet.',
  viewAll: 'View all',
};
