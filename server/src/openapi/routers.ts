import type { RouterName } from '@magpie/contract';

/** Description of each router. */
export const routers: Readonly<Record<RouterName, string>> = {
  boards: 'Boards contain saved ads, form a tree, and can be published as public pages.',
  ads: 'Saved ads of the caller and their teams, and all ads in the index.',
  companies: 'Companies that the caller follows, with notifications when they launch ads.',
  brandSpy:
    'Research on one advertiser: statistics, ad texts, headlines, landing pages, launches, competitors.',
  trending: 'Leaderboards over a window of days; also available through the REST bridge.',
  notifications: 'The inbox, and the rules that create notifications.',
  teams: 'Teams, their members and invitations.',
  apiKeys: 'API keys.',
  aiImages: 'Images for a product, from templates or an external service.',
  cloneProducts: 'Products to make ads for, and data about them from their websites.',
  brandImages: 'Images to make ads with: logos, products, scenes.',
  webhooks: 'Webhooks for signed notifications, and their delivery log.',
  audit: 'The log of security-relevant actions.',
  account: "The caller's account, sessions and data export.",
  system: 'Version, engines and contents of this instance.',
};
