/** The number of unread notifications, live. */
export function InboxBell() {
  return null;
}
