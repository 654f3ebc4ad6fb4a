import { z } from 'zod';
import { noInput, parameters } from './input.ts';
import { mutation, query } from './procedure.ts';
import { CloneProduct, Success } from './records.ts';
import {
  amount,
  color,
  fields,
  flag,
  httpUrl,
  id,
  list,
  name,
  optionalCurrencyCode,
  optionalHttpUrl,
  optionalText,
  text,
} from './values.ts';

const aliases = { productId: 'id' };

/**
 * What may be said of a product besides its name; `null` and empty text remove what was said. `list` has no pages: all
 * of somebody's products go into one answer.
 */
const productFields = {
  url: optionalHttpUrl.optional(),
  description: optionalText(5000).optional(),
  price: amount(1e12).nullable().optional(),
  currency: optionalCurrencyCode.optional(),
  brandName: optionalText(200).optional(),
  logoUrl: optionalHttpUrl.optional(),
  images: list(httpUrl, 20).optional(),
  colors: list(color, 12).optional(),
  sellingPoints: list(text({ max: 500 }), 20).optional(),
  audience: optionalText(2000).optional(),
  tone: optionalText(500).optional(),
  isDefault: flag.optional(),
};

/** What a website says of a product; `null` and empty lists where it says nothing. */
const foundProduct = CloneProduct.omit({
  id: true,
  isDefault: true,
  teamId: true,
  createdAt: true,
  updatedAt: true,
}).extend({
  name: z.string().nullable(),
  evidence: z.record(
    z.string(),
    z.strictObject({
      source: z.enum(['json-ld', 'open-graph', 'microdata', 'html']),
      value: z.union([z.string(), z.number(), z.array(z.string())]),
    }),
  ),
});

export const cloneProducts = {
  list: query({
    summary: "List the caller's products and those of their teams, the oldest first.",
    access: 'read',
    limit: 'read',
    input: noInput,
    output: z.array(CloneProduct),
  }),

  get: query({
    summary: 'Get a product.',
    access: 'read',
    limit: 'read',
    refuses: [404],
    input: parameters(fields({ id }), aliases),
    output: CloneProduct,
  }),

  create: mutation({
    summary: 'Create a product; the first one is the default.',
    access: 'write',
    limit: 'write',
    refuses: [404],
    input: parameters(
      fields({
        name,
        ...productFields,
        teamId: id.nullable().optional().describe('The team whose product it is; absent: the caller’s own.'),
      }),
    ),
    output: CloneProduct,
  }),

  update: mutation({
    summary: 'Change the given fields of a product.',
    access: 'write',
    limit: 'write',
    refuses: [404],
    input: parameters(fields({ id, name: name.optional(), ...productFields }), aliases),
    output: CloneProduct,
  }),

  delete: mutation({
    summary: 'Delete a product; after the default, the newest one left is the default.',
    access: 'write',
    limit: 'write',
    destroys: true,
    refuses: [404],
    input: parameters(fields({ id }), aliases),
    output: Success,
  }),

  setDefault: mutation({
    summary: 'Make a product the default one.',
    access: 'write',
    limit: 'write',
    refuses: [404],
    input: parameters(fields({ id }), aliases),
    output: CloneProduct,
  }),

  inspectWebsite: mutation({
    summary: 'Read product information from a website without saving it.',
    access: 'write',
    limit: 'write',
    refuses: [422, 504],
    input: parameters(fields({ url: httpUrl })),
    output: foundProduct,
  }),
};
