/** Of the memory for research, for what was known at recently requested moments; the rest is for what is known now. */
export const pastShares = {
  brands: 0.1,
  copies: 0.05,
  details: 0.02,
  directory: 0.05,
  search: 0.15,
  trending: 0.05,
} as const;

export const allPastShares = Object.values(pastShares).reduce((sum, share) => sum + share, 0);
