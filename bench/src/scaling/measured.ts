/** What `docs/scaling.md` is computed from: each figure as the command beside it printed it, on two cores. */
export const measured = {
  /** `npm run bench:disk -- --ads 400000`: ads with three snapshots each, in texts and pictures as the demo has them. */
  disk: {
    ads: 400_000,
    bytes: {
      ads: 194_265_569,
      text_vectors: 42_789_016,
      snapshots: 31_853_027,
      trending_ads: 20_864_961,
      events: 15_337_635,
      page_uses: 14_998_562,
      ad_places: 14_367_672,
      advertiser_vectors: 8_018_120,
      advertisers: 586_056,
      advertiser_totals: 529_136,
    },
    texts: 159_776,
    advertisers: 8_000,
  },
  /** `npm run bench:index -- --ads 1000000`, the full import into the embedded engine. */
  importedPerSecond: 1_826,
  /** `npm run bench:directory -- --advertisers 200000`: one name in the memory of a node. */
  bytesOfName: 214,
  /** `npm run bench:directory`: by the whole name, among 100,000. */
  findingName: { milliseconds: 25.8, advertisers: 100_000 },
  /** `npm run bench:research -- --ads 100000,1000000`, the engine alone. */
  topTags: { at100000: 11.4, at1000000: 25.6 },
  /** The same, at 1,000,000 ads with 20,000 advertisers; every vector is compared. */
  similar: { milliseconds: 80.1, advertisers: 20_000 },
  /** `npm run bench:embeddings`: texts of all languages in a second of one core. */
  embeddedPerSecond: { static: 13_100, minilm: 9 },
} as const;
