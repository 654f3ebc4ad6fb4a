import { z } from 'zod';
import { isoTime } from './dates.ts';
import { noInput, parameters } from './input.ts';
import { mutation, query } from './procedure.ts';
import { count, logoAddress, recordId } from './records.ts';
import { companyName, fields } from './values.ts';

const input = parameters(fields({ companyName }));

export const companies = {
  follow: mutation({
    summary: 'Follow a company, even if it is not in the index yet.',
    access: 'write',
    limit: 'write',
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
    access: 'write',
    limit: 'write',
    input,
    output: z.strictObject({ companyName: z.string(), following: z.literal(false) }),
  }),

  listFollowed: query({
    summary: 'List the companies that the caller follows.',
    access: 'read',
    limit: 'read',
    input: noInput,
    output: z.array(
      z.strictObject({
        companyName: z.string(),
        advertiserId: recordId.nullable(),
        brandLogo: logoAddress,
        adCount: count,
        activeAds: count,
        newAdsLast7Days: count,
        followedAt: isoTime,
      }),
    ),
  }),

  isFollowing: query({
    summary: 'Check whether the caller follows a company.',
    access: 'read',
    limit: 'read',
    input,
    output: z.strictObject({ companyName: z.string(), following: z.boolean() }),
  }),
};
