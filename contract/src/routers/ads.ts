import { z } from 'zod';
import { listLimits, maxGroupedAds, maxSearchedImageBytes, textLimits } from '../limits.ts';
import { exactlyOne, mutation, parameters, query } from '../procedure.ts';
import { missingResource } from '../records/errorDetails.ts';
import { Ad, AdDetails, FoundAd, ListedAd } from '../records/ad.ts';
import { nullByDefault } from '../records/adParts.ts';
import { countedAds } from '../records/coverage.ts';
import { Family } from '../records/family.ts';
import { Label, stages } from '../records/label.ts';
import { Board } from '../records/board.ts';
import { CapturedAd, requireAdIdentity } from '../records/capturedAd.ts';
import { count, logoUrl, page, quantity, recordId, share, storedHash, Success } from '../records/common.ts';
import { aspectRatios, CloneProduct } from '../records/studio.ts';
import { asOf, dateRange, orderedDates } from '../values/dates.ts';
import {
  amount,
  base64,
  choice,
  companyName,
  countryCode,
  either,
  familyId,
  fields,
  flag,
  format,
  hash,
  httpUrl,
  id,
  languageFilter,
  library,
  limit,
  list,
  mediaType,
  only,
  optionalText,
  paging,
  pictureHash,
  platform,
  status,
  text,
  wholeNumber,
} from '../values/fields.ts';

const aliases = { adHash: 'hash' };
const label = text({ max: 100 });
const views = amount(Number.MAX_SAFE_INTEGER);
const days = wholeNumber(0);
const sorts = ['recommended', 'date', 'views', 'likes', 'comments'] as const;

const adReference = exactlyOne(
  ['hash', 'platform', 'library'],
  fields({
    hash: hash.optional(),
    platform: platform.optional(),
    library: library.optional(),
    externalId: nullByDefault(text({ max: 200 })),
    sourceUrl: nullByDefault(httpUrl),
  }).check((payload) => {
    if (payload.value.hash === undefined) requireAdIdentity(payload);
  }),
);

type Range = 'views' | 'daysRunning';

export function orderedAmounts<
  Schema extends z.ZodType<{ readonly [Field in `${Range}${'Min' | 'Max'}`]?: number | undefined }>,
>(schema: Schema): Schema {
  return schema.check(({ value, issues }) => {
    for (const range of ['views', 'daysRunning'] satisfies readonly Range[]) {
      const [min, max] = [value[`${range}Min` as const], value[`${range}Max` as const]];
      if (min === undefined || max === undefined || min <= max) continue;
      const message = `must not be above ${range}Max (${max}), got ${min}`;
      issues.push({ code: 'custom', path: [`${range}Min`], message, input: min });
    }
  });
}

/** Filters of saved and indexed ads. An empty list or an empty search does not filter. */
const adFilters = {
  searchQuery: text({ min: 0, max: 10_000 })
    .optional()
    .describe(
      'Searches ad copy, headlines, advertiser names and landing page URLs. Only the 20 rarest words are used.',
    ),
  platforms: list(platform, 100).optional().describe('Ads on any of these platforms.'),
  formats: list(format, 100).optional().describe('Ads in any of these formats.'),
  companyNames: either('be a list of company names or FOLLOWED', [list(companyName, 100), only('FOLLOWED')])
    .optional()
    .describe('FOLLOWED: companies that the caller follows.'),
  adTypes: list(label, 100)
    .optional()
    .describe('Values from ads.getFilterValues; an unknown value is a 400.'),
  languages: list(languageFilter, 100)
    .optional()
    .describe('Ads in any of these languages, such as en; pt-BR is read as pt.'),
  ctaTypes: list(label, 100)
    .optional()
    .describe('Calls to action, such as Shop now, case-insensitive; an unknown value is a 400.'),
  isPartnership: flag.optional().describe('true: partnership ads only; false: no filter.'),
  viewsMin: views
    .optional()
    .describe('Minimum estimated reach; an ad of unknown reach is in no range, whatever its impressions.'),
  viewsMax: views.optional().describe('Maximum estimated reach.'),
  ...dateRange,
  sortBy: choice(sorts).default('recommended'),
  ...paging,
};

const boardId = either("be a board's id or ALL", [id, only('ALL')])
  .optional()
  .describe('One board, or ALL boards in boards.list. Default: ALL.');

const savedAdFilters = orderedAmounts(
  orderedDates(
    fields({
      ...adFilters,
      sortBy: choice([...sorts, 'daysRunning'])
        .default('recommended')
        .describe('recommended: by performanceScore and when it was saved.'),
      boardId,
      labelIds: list(id, 100).optional().describe('Ads with any of these labels of labels.list.'),
      stages: list(choice([...stages, 'none']), 10)
        .optional()
        .describe('Ads in any of these stages; none: ads without a stage.'),
      familyIds: list(familyId, 100)
        .optional()
        .describe(
          `Ads of any of these creatives, by the familyId of an entry, among at most ${maxGroupedAds} ads.`,
        ),
      duplicates: choice(['all', 'family'])
        .default('all')
        .describe(
          `family: one entry for all ads that are the same creative, as in ads.getFamily, of at most ${maxGroupedAds} ads.`,
        ),
    }),
  ),
);

export const searchedImageTooLarge = `The picture is larger than ${maxSearchedImageBytes / 1024 ** 2} MB; upload a smaller one.`;

export const similarTo = exactlyOne(
  ['text', 'hash', 'image', 'picture'],
  fields({
    text: text({ max: 2000 }).optional().describe('Ads whose texts have the nearest vectors.'),
    hash: hash.optional().describe('Ads with texts or pictures near those of this ad, without it.'),
    image: base64
      .optional()
      .describe('A picture in base64, at most 4 MB: ads with nearly the same. Send it by POST.'),
    picture: pictureHash.optional().describe('As image, by similarity.pictureHash of an earlier response.'),
  }),
);

export const indexFilters = orderedAmounts(
  orderedDates(
    fields({
      ...adFilters,
      searchQuery: adFilters.searchQuery.describe(
        'Words that must all appear in the copy, headlines, description, advertiser name or landing page URL; "a phrase" in quotes; -word to exclude. Only the 20 rarest words are used.',
      ),
      adTypes: adFilters.adTypes.describe('Values from the facets; an unknown value is a 400.'),
      status: status.default('all'),
      mediaType: mediaType.default('all'),
      countries: list(countryCode, 250).optional().describe('Ads that run in any of these countries.'),
      tagDefinitionIds: list(id, 100)
        .optional()
        .describe('Ads with any of these tags, or all: see tagMatch.'),
      tagMatch: choice(['any', 'all']).default('any').describe('all: ads with all of the tags.'),
      duplicatesOf: hash
        .optional()
        .describe('Ads of the same advertiser with nearly the same text as this ad, including it.'),
      similarTo: similarTo
        .optional()
        .describe('At most 1,000 ads with the nearest meaning or picture; recommended sorts nearest first.'),
      match: choice(['words', 'meaning'])
        .default('words')
        .describe(
          'words: ads with all words of searchQuery. meaning: also the nearest texts, at most 1,000 ads; recommended combines both orders.',
        ),
      duplicates: choice(['all', 'fold', 'family'])
        .default('all')
        .describe(
          'fold: one entry for all ads of an advertiser with nearly the same text. family: one for all ads that are the same creative, also of other advertisers, as in ads.getFamily.',
        ),
      daysRunningMin: days.optional().describe('Minimum daysRunning.'),
      daysRunningMax: days.optional().describe('Maximum daysRunning.'),
      categories: list(label, 100)
        .optional()
        .describe('Ads of advertisers with any of these categories; values from the facets.'),
      asOf,
      sortBy: choice([...sorts, 'daysRunning', 'variants', 'momentum'])
        .default('recommended')
        .describe(
          'recommended: by relevance to the words of searchQuery and performanceScore; without words by performanceScore. variants: by the number of matching ads of the advertiser with nearly the same text. momentum: by how much more reach per day a running ad gains than before; not known or not running last.',
        ),
    }),
  ),
);

const savedCopies = {
  hashes: list(hash, listLimits.savedAdReferences),
  teamId: id.nullable().optional().describe("The copies of this team. Default: the caller's own copies."),
};

const valueCounts = z.record(z.string(), count);

const clonedAd = Ad.pick({
  hash: true,
  platform: true,
  format: true,
  mediaType: true,
  headline: true,
  headlines: true,
  body: true,
  bodies: true,
  description: true,
  ctaType: true,
  ctaText: true,
  landingPageUrl: true,
  language: true,
  media: true,
  cards: true,
}).extend({ companyName: z.string() });

const storedImage = z.strictObject({
  url: z.string().describe('The URL in the ad.'),
  state: z.enum(['waiting', 'kept', 'failed']),
  keptUrl: z.string().nullable().describe('The URL of the stored copy; needs no API key.'),
  mimeType: z.string().nullable(),
  bytes: count.nullable(),
  width: count.nullable(),
  height: count.nullable(),
  error: z.string().nullable().describe('Why there is no copy yet.'),
});

export const ads = {
  list: query({
    summary: "Search and filter the ads saved on the caller's boards.",
    errors: missingResource,
    input: parameters(savedAdFilters),
    output: z.strictObject({
      ads: z.array(ListedAd),
      ...page,
      totalAds: count
        .optional()
        .describe('With duplicates: family, the number of matching ads; total counts entries.'),
      evidence: countedAds
        .optional()
        .describe(
          'With duplicates: family, what total is made of: its ads, and the libraries of those that are in the index.',
        ),
    }),
  }),

  search: query({
    summary: 'Search and filter all ads in the index.',
    cachedUntilIndexChanges: true,
    input: parameters(indexFilters),
    // A picture in base64, with line breaks.
    bodyLimit: 6 * 1024 * 1024,
    tooLargeMessage: searchedImageTooLarge,
    output: z.strictObject({
      ads: z.array(FoundAd),
      ...page,
      totalAds: count.describe(
        'Number of matching ads; with duplicates: fold or family, total counts entries.',
      ),
      evidence: countedAds.optional().describe('With duplicates: family, what total is made of.'),
      correctedQuery: z
        .string()
        .nullable()
        .describe(
          'The query that the results are for, if no ad has all words of searchQuery: with similar words, or with fewer of them; otherwise null.',
        ),
      similarity: z
        .strictObject({
          method: z
            .enum(['vectors', 'pictures', 'vectorsAndPictures', 'wordsAndVectors'])
            .describe('What was compared.'),
          model: z.string().nullable().describe('Of the vectors; null if only pictures were compared.'),
          minSimilarity: share.nullable().describe('Texts below it are left out; null without vectors.'),
          maxPictureDistance: count
            .nullable()
            .describe('Pictures above it are left out; null if no pictures were compared.'),
          comparedPictures: count
            .nullable()
            .describe(
              'Only pictures of saved ads, and of shown ads whose words were read, are compared; null if none were.',
            ),
          pictureHash: z.string().nullable().describe('The PDQ hash of image or picture, else null.'),
          pendingAds: count
            .nullable()
            .describe(
              'Ads that were imported lately and whose texts have no vector yet, so they may be missing; null if no texts were compared.',
            ),
          isComplete: z
            .boolean()
            .describe(
              'false if further ads are as near, but left out by the limit of 1,000, or if ads are pending.',
            ),
        })
        .nullable()
        .describe('With similarTo or match: meaning, how the ads were found; otherwise null.'),
      facets: z
        .strictObject({
          platforms: valueCounts,
          formats: valueCounts,
          mediaTypes: valueCounts,
          statuses: valueCounts,
          adTypes: valueCounts,
          languages: valueCounts,
          ctaTypes: valueCounts,
          countries: valueCounts,
          tagDefinitionIds: valueCounts,
          companyNames: valueCounts,
          categories: valueCounts.describe("Of the ads' advertisers, as named by their sources."),
        })
        .describe('Number of matching ads per value; only the most frequent values of long lists.'),
    }),
    extension: true,
  }),

  getDetails: query({
    summary: 'Get everything known about an ad, with its history.',
    errors: missingResource,
    input: parameters(fields({ hash, asOf }), aliases),
    output: AdDetails,
  }),

  getMany: query({
    summary: 'Get up to 100 ads by their hashes.',
    input: parameters(fields({ hashes: list(hash, listLimits.adsRead) })),
    output: z.strictObject({
      ads: z.array(Ad).describe('In the order of hashes, each once.'),
      notFound: z.array(storedHash).describe('Neither in the index nor among the saved ads of the caller.'),
    }),
    extension: true,
  }),

  getFamily: query({
    summary: 'Find the ads of all advertisers with the same creative as an ad, and who ran it first.',
    errors: missingResource,
    cachedUntilIndexChanges: true,
    input: parameters(
      fields({ hash, limit: limit(20, 100).describe('Maximum number of members.') }),
      aliases,
    ),
    output: Family,
    extension: true,
  }),

  findSaved: query({
    summary: 'Find which boards of the caller and their teams contain each of up to 200 ads.',
    input: parameters(fields({ ads: list(adReference, listLimits.savedAdReferences) })),
    output: z.array(
      z.strictObject({
        hash: storedHash.describe("The ad's hash, also if the index does not have the ad."),
        boardIds: z.array(recordId).describe('Empty if the ad is not saved.'),
        note: z.string().nullable(),
      }),
    ),
    extension: true,
  }),

  addToBoard: mutation({
    summary: 'Save an indexed or a captured ad to a board.',
    errors: missingResource,
    input: parameters(
      exactlyOne(
        ['hash', 'ad'],
        fields({
          boardId: id,
          hash: hash.optional(),
          ad: CapturedAd.optional(),
          note: optionalText(textLimits.note).optional(),
        }),
      ),
      aliases,
    ),
    output: z.strictObject({
      hash: storedHash,
      boardId: recordId,
      created: z.boolean().describe('false if the ad was already on the board.'),
    }),
    bodyLimit: 8 * 1024 * 1024,
  }),

  removeFromBoard: mutation({
    summary: 'Remove an ad from a board; an ad on no board is no longer saved.',
    isDestructive: true,
    errors: missingResource,
    input: parameters(fields({ boardId: id, hash }), aliases),
    output: Success,
  }),

  delete: mutation({
    summary:
      "Delete the caller's saved copy of an ad from all of the caller's boards, or with teamId a team's copy from all of the team's.",
    isDestructive: true,
    errors: missingResource,
    input: parameters(
      fields({
        hash,
        teamId: id
          .optional()
          .describe("Deletes this team's copy instead; only owners and admins of the team may do this."),
      }),
      aliases,
    ),
    output: Success,
  }),

  setNote: mutation({
    summary: "Write a note on the caller's saved copy of an ad; null or empty text removes it.",
    errors: missingResource,
    input: parameters(fields({ hash, note: optionalText(textLimits.note) }), aliases),
    output: z.strictObject({ hash: storedHash, note: z.string().nullable() }),
    extension: true,
  }),

  setStage: mutation({
    summary: 'Set or remove the stage of up to 200 saved ads.',
    errors: missingResource,
    input: parameters(fields({ ...savedCopies, stage: choice(stages).nullable() })),
    output: z.strictObject({ updated: count.describe('Number of ads whose stage changed.') }),
    extension: true,
  }),

  setLabels: mutation({
    summary: 'Add labels to, and remove labels from, up to 200 saved ads.',
    errors: missingResource,
    input: parameters(
      fields({
        ...savedCopies,
        add: list(id, listLimits.labels).default([]).describe('Labels of the same owner as the copies.'),
        remove: list(id, listLimits.labels).default([]),
      }),
    ),
    output: z.strictObject({ updated: count.describe('Number of ads whose labels changed.') }),
    extension: true,
  }),

  listBoardsContaining: query({
    summary: 'List the boards that contain an ad.',
    errors: missingResource,
    input: parameters(fields({ hash }), aliases),
    output: z.array(Board),
  }),

  listKeptMedia: query({
    summary: "List the images of the caller's saved copy of an ad and whether they are stored here.",
    errors: missingResource,
    input: parameters(fields({ hash }), aliases),
    output: z.array(storedImage),
    extension: true,
  }),

  getFilterValues: query({
    summary:
      "List the filter values of ads.list with their counts among the caller's saved ads or a board's.",
    errors: missingResource,
    input: parameters(fields({ boardId })),
    output: z.strictObject({
      platforms: z.array(platform),
      formats: z.array(format),
      adTypes: z.array(z.string()),
      languages: z.array(z.string()),
      ctaTypes: z.array(z.string()),
      companyNames: z.array(z.string()).describe('The 1,000 with the most saved ads.'),
      labels: z.array(Label.omit({ adCount: true })).describe('The labels that ads may have, by name.'),
      stages: z.array(z.enum([...stages, 'none'])),
      counts: z.strictObject({
        platforms: valueCounts,
        formats: valueCounts,
        adTypes: valueCounts,
        languages: valueCounts,
        ctaTypes: valueCounts,
        companyNames: valueCounts,
        labels: valueCounts.describe('By label id.'),
        stages: valueCounts,
      }),
    }),
  }),

  listTopCompanies: query({
    summary: 'Find advertisers by name or landing page domain, best match first.',
    cachedUntilIndexChanges: true,
    input: parameters(
      fields({
        name: companyName.describe('A name, its beginning or a domain; typos are tolerated.'),
        limit: limit(20, 100).describe('Maximum number of companies.'),
      }),
    ),
    output: z.strictObject({
      companies: z.array(
        z.strictObject({
          name: z.string(),
          adCount: count,
          advertiserId: recordId,
          brandLogo: logoUrl,
          totalReach: quantity,
          platforms: z.array(platform),
          matchType: z.enum(['exact', 'prefix', 'word', 'fuzzy']).describe('How the name matched.'),
        }),
      ),
    }),
  }),

  getClonePayload: query({
    summary: 'Get the structure and prompt for making a similar ad for a product.',
    errors: missingResource,
    input: parameters(
      fields({ hash, productId: id.optional().describe('Default: the default product.') }),
      aliases,
    ),
    output: z.strictObject({
      ad: clonedAd,
      structure: z.array(
        z.strictObject({ part: z.enum(['hook', 'problem', 'proof', 'offer', 'cta']), text: z.string() }),
      ),
      product: CloneProduct.nullable(),
      prompt: z.string(),
      negativePrompt: z.string(),
      aspectRatios: z.array(z.enum(aspectRatios)),
      doNotCopy: z.array(z.string()),
    }),
  }),
};
