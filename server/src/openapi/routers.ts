import type { RouterName } from '@magpie/contract';

/** What each router is about. */
export const routers: Readonly<Record<RouterName, string>> = {
  boards: 'Boards hold saved ads, in a tree, and can be published as pages for everybody.',
  ads: 'Ads: the saved ones of the caller and of their teams, and every ad of the index.',
  companies: 'Companies that the caller follows, and is told of when they launch ads.',
  brandSpy: 'Research on one advertiser: statistics, copies, headlines, landing pages, launches, rivals.',
  trending: 'Leaderboards over a window of days; also served at plain addresses.',
  notifications: 'The inbox, and the rules by which notifications come into it.',
  teams: 'Teams, their members and invitations.',
  apiKeys: 'The keys that programs call with.',
  aiImages: 'Images made for a product, from templates or by an outside service.',
  cloneProducts: 'Products to make ads for, and what a website says of one.',
  brandImages: 'Pictures to make ads with: logos, products, scenes.',
  webhooks: 'Addresses that notifications are sent to, signed, and the log of what was sent.',
  audit: 'The log of security-relevant acts.',
  account: 'The caller, their sessions, and everything of theirs in one file.',
  system: 'What this instance runs on and holds.',
};
