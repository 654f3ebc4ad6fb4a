import { z } from 'zod';
import { unlessKnown } from './adParts.ts';
import { CapturedAd, mustBeRecognisable } from './capturedAd.ts';
import { dateRange, orderedDates } from './dates.ts';
import { exactlyOne, noInput, parameters } from './input.ts';
import { mutation, query } from './procedure.ts';
import {
  Ad,
  AdDetails,
  adHash,
  aspectRatios,
  Board,
  CloneProduct,
  count,
  logoAddress,
  page,
  quantity,
  recordId,
  SavedAd,
  Success,
} from './records.ts';
import {
  amount,
  choice,
  companyName,
  countryCode,
  either,
  fields,
  flag,
  format,
  hash,
  httpUrl,
  id,
  languageFilter,
  limit,
  list,
  mediaType,
  only,
  optionalText,
  paging,
  platform,
  status,
  text,
} from './values.ts';

const aliases = { adHash: 'hash' };
const label = text({ max: 100 });
const views = amount(Number.MAX_SAFE_INTEGER);

/** What an ad is recognised by: its hash, or what a page that shows it tells of it, as in a captured ad. */
const knownAd = exactlyOne(
  'hash',
  'platform',
  fields({
    hash: hash.optional(),
    platform: platform.optional(),
    externalId: unlessKnown(text({ max: 200 })),
    sourceUrl: unlessKnown(httpUrl),
  }).check((payload) => {
    if (payload.value.platform !== undefined) mustBeRecognisable(payload);
  }),
);

interface ViewsRange {
  readonly viewsMin?: number | undefined;
  readonly viewsMax?: number | undefined;
}

/** Like a range of dates: one that ends before it begins is a mistake. */
function orderedViews<Schema extends z.ZodType<ViewsRange>>(schema: Schema): Schema {
  return schema.check(({ value, issues }) => {
    const { viewsMin, viewsMax } = value;
    if (viewsMin === undefined || viewsMax === undefined || viewsMin <= viewsMax) return;
    const message = `must not be above viewsMax (${viewsMax}), got ${viewsMin}`;
    issues.push({ code: 'custom', path: ['viewsMin'], message, input: viewsMin });
  });
}

/** What saved and indexed ads are chosen by. An empty list, like an empty search, restricts nothing. */
const adFilters = {
  searchQuery: text({ min: 0, max: 10_000 })
    .optional()
    .describe(
      'Searches ad copy, headlines, advertiser names and landing page URLs. Of more than 20 words the rarest count.',
    ),
  platforms: list(platform, 100).optional().describe('Ads on any of them.'),
  formats: list(format, 100).optional().describe('Ads of any of them.'),
  companyNames: either('be a list of company names or FOLLOWED', [list(companyName, 100), only('FOLLOWED')])
    .optional()
    .describe('FOLLOWED: those that the caller follows.'),
  adTypes: list(label, 100)
    .optional()
    .describe('Values come from ads.getFilterValues; one that no ad can have is a 400.'),
  languages: list(languageFilter, 100)
    .optional()
    .describe('Ads in any of them, such as en; pt-BR is read as pt.'),
  ctaTypes: list(label, 100)
    .optional()
    .describe(
      'Calls to action, such as Shop now, matched whatever the case; one that neither platforms offer nor an ad has is a 400.',
    ),
  isPartnership: flag.optional().describe('true: partnership ads only; false restricts nothing.'),
  viewsMin: views.optional().describe('Least estimated reach.'),
  viewsMax: views.optional().describe('Most estimated reach.'),
  ...dateRange,
  sortBy: choice(['recommended', 'date', 'views', 'likes', 'comments']).default('recommended'),
  ...paging,
};

const savedAdFilters = orderedViews(
  orderedDates(
    fields({
      ...adFilters,
      boardId: either("be a board's id or ALL", [id, only('ALL')])
        .optional()
        .describe('One board, or ALL that boards.list shows, which is also what holds when it is absent.'),
    }),
  ),
);

const indexFilters = orderedViews(
  orderedDates(
    fields({
      ...adFilters,
      searchQuery: adFilters.searchQuery.describe(
        'Words that an ad must all have in its copy, headlines, description, advertiser name or landing page URL; "a phrase" in quotes; -word to exclude. Of more than 20 words the rarest count.',
      ),
      adTypes: adFilters.adTypes.describe('Values come from the facets; one that no ad can have is a 400.'),
      status: status.default('all'),
      mediaType: mediaType.default('all'),
      countries: list(countryCode, 250).optional().describe('Any of them.'),
      tagDefinitionIds: list(id, 100).optional().describe('Any of them.'),
    }),
  ),
);

const valueCounts = z.record(z.string(), count);

/** What of an ad is worth imitating, and whose it is. */
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

const keptPicture = z.strictObject({
  url: z.string().describe('As the ad has it.'),
  state: z.enum(['waiting', 'kept', 'failed']),
  keptUrl: z.string().nullable().describe('Where the copy is; readable without a key.'),
  mimeType: z.string().nullable(),
  bytes: count.nullable(),
  width: count.nullable(),
  height: count.nullable(),
  error: z.string().nullable().describe('Why there is no copy, or why it is still waited for.'),
});

export const ads = {
  list: query({
    summary: "Search and filter the ads saved on the caller's boards.",
    access: 'read',
    limit: 'read',
    refuses: [404],
    input: parameters(savedAdFilters),
    output: z.strictObject({ ads: z.array(SavedAd), ...page }),
  }),

  search: query({
    summary: 'Search and filter every ad of the index.',
    access: 'read',
    limit: 'read',
    keptWhileIndexUnchanged: true,
    input: parameters(indexFilters),
    output: z.strictObject({
      ads: z.array(Ad),
      ...page,
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
        })
        .describe(
          'How many of all the ads found have each value; the most frequent ones where there are many.',
        ),
    }),
    extension: true,
  }),

  getDetails: query({
    summary: 'Get everything known about an ad, with its history.',
    access: 'read',
    limit: 'read',
    refuses: [404],
    input: parameters(fields({ hash }), aliases),
    output: AdDetails,
  }),

  findSaved: query({
    summary: 'Tell of up to 200 ads on which boards the caller, or a team of the caller, has them.',
    access: 'read',
    limit: 'read',
    input: parameters(fields({ ads: list(knownAd, 200) })),
    output: z.array(
      z.strictObject({
        hash: adHash.describe('The one that the ad has, or would have.'),
        boardIds: z.array(recordId).describe('Empty: it is not saved.'),
        note: z.string().nullable(),
      }),
    ),
    extension: true,
  }),

  addToBoard: mutation({
    summary: 'Save a known ad, or one just captured, to a board.',
    access: 'write',
    limit: 'write',
    refuses: [404],
    input: parameters(
      exactlyOne(
        'hash',
        'ad',
        fields({
          boardId: id,
          hash: hash.optional(),
          ad: CapturedAd.optional(),
          note: optionalText(5000).optional(),
        }),
      ),
      aliases,
    ),
    output: z.strictObject({
      hash: adHash,
      boardId: recordId,
      created: z.boolean().describe('false: it was there.'),
    }),
    bodyLimit: 8 * 1024 * 1024,
  }),

  removeFromBoard: mutation({
    summary: 'Take an ad off a board; on no board any more, it is no longer saved.',
    access: 'write',
    limit: 'write',
    destroys: true,
    refuses: [404],
    input: parameters(fields({ boardId: id, hash }), aliases),
    output: Success,
  }),

  delete: mutation({
    summary:
      "Delete the caller's saved copy of an ad from all of the caller's boards, or with teamId a team's copy from all of the team's.",
    access: 'write',
    limit: 'write',
    destroys: true,
    refuses: [404],
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
    access: 'write',
    limit: 'write',
    refuses: [404],
    input: parameters(fields({ hash, note: optionalText(5000) }), aliases),
    output: z.strictObject({ hash: adHash, note: z.string().nullable() }),
    extension: true,
  }),

  listBoardsContaining: query({
    summary: 'List the boards that hold an ad.',
    access: 'read',
    limit: 'read',
    refuses: [404],
    input: parameters(fields({ hash }), aliases),
    output: z.array(Board),
  }),

  listKeptMedia: query({
    summary: "List the pictures of the caller's saved copy of an ad, and whether this service keeps them.",
    access: 'read',
    limit: 'read',
    refuses: [404],
    input: parameters(fields({ hash }), aliases),
    output: z.array(keptPicture),
    extension: true,
  }),

  getFilterValues: query({
    summary: "List the values that the filters of ads.list can take, counted over the caller's saved ads.",
    access: 'read',
    limit: 'read',
    input: noInput,
    output: z.strictObject({
      platforms: z.array(platform),
      formats: z.array(format),
      adTypes: z.array(z.string()),
      languages: z.array(z.string()),
      ctaTypes: z.array(z.string()),
      companyNames: z.array(z.string()).describe('The 1,000 of whom most ads are saved.'),
      counts: z.strictObject({
        platforms: valueCounts,
        formats: valueCounts,
        adTypes: valueCounts,
        languages: valueCounts,
        ctaTypes: valueCounts,
        companyNames: valueCounts,
      }),
    }),
  }),

  listTopCompanies: query({
    summary: 'Find advertisers by name or landing page domain, best match first.',
    access: 'read',
    limit: 'read',
    keptWhileIndexUnchanged: true,
    input: parameters(
      fields({
        name: companyName.describe('A name or the beginning of one, also with a mistake in it, or a domain.'),
        limit: limit(20, 100).describe('Most companies of the answer.'),
      }),
    ),
    output: z.strictObject({
      companies: z.array(
        z.strictObject({
          name: z.string(),
          adCount: count,
          advertiserId: recordId,
          brandLogo: logoAddress,
          totalReach: quantity,
          platforms: z.array(platform),
          matchType: z.enum(['exact', 'prefix', 'word', 'fuzzy']).describe('How the name was found.'),
        }),
      ),
    }),
  }),

  getClonePayload: query({
    summary: 'Get what is needed to make a new ad for a product in the manner of this one.',
    access: 'read',
    limit: 'read',
    refuses: [404],
    input: parameters(
      fields({ hash, productId: id.optional().describe('Absent: the default product.') }),
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
