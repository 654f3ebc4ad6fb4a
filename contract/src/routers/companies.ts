import { z } from 'zod';
import { mutation, noInput, parameters, query } from '../procedure.ts';
import { count, logoUrl, recordId } from '../records/common.ts';
import { isoTime } from '../values/dates.ts';
import { companyName, fields } from '../values/fields.ts';

const input = parameters(fields({ companyName }));

export const companies = {
  follow: mutation({
    summary: 'Follow a company, even if it is not in the index yet.',
    input,
    output: z.strictObject({
      companyName: z.string(),
      advertiserId: recordId.nullable(),
      following: z.literal(true),
      followedAt: isoTime,
      created: z.boolean(),
    }),
  }),

  unfollow: mutation({
    summary: 'Stop following a company.',
    input,
    output: z.strictObject({ companyName: z.string(), following: z.literal(false) }),
  }),

  listFollowed: query({
    summary: 'List the companies that the caller follows.',
    input: noInput,
    output: z.array(
      z.strictObject({
        companyName: z.string(),
        advertiserId: recordId.nullable(),
        brandLogo: logoUrl,
        adCount: count,
        activeAds: count,
        newAdsLast7Days: count,
        followedAt: isoTime,
      }),
    ),
  }),

  isFollowing: query({
    summary: 'Check whether the caller follows a company.',
    input,
    output: z.strictObject({ companyName: z.string(), following: z.boolean() }),
  }),
};
