import { z } from 'zod';
import { listLimits, textLimits } from '../limits.ts';
import { mutation, noInput, parameters, query } from '../procedure.ts';
import { missingResource, unusablePage } from '../records/errorDetails.ts';
import { Success } from '../records/common.ts';
import { CloneProduct, fontDescription, fonts } from '../records/studio.ts';
import {
  amount,
  choice,
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
} from '../values/fields.ts';

const aliases = { productId: 'id' };

/** `null` and empty text clear a field. Bounded, since `list` returns all products in one response. */
const productFields = {
  url: optionalHttpUrl.optional(),
  description: optionalText(textLimits.productDescription).optional(),
  price: amount(1e12).nullable().optional(),
  currency: optionalCurrencyCode.optional(),
  brandName: optionalText(textLimits.brandName).optional(),
  logoUrl: optionalHttpUrl.optional(),
  images: list(httpUrl, listLimits.productImages).optional(),
  colors: list(color, listLimits.productColors).optional(),
  font: choice(fonts).optional().describe(fontDescription),
  sellingPoints: list(text({ max: textLimits.sellingPoint }), listLimits.sellingPoints).optional(),
  audience: optionalText(textLimits.audience).optional(),
  tone: optionalText(textLimits.tone).optional(),
  isDefault: flag.optional(),
};

const inspectedProduct = CloneProduct.omit({
  id: true,
  font: true,
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
    summary: "List the products of the caller and the caller's teams, oldest first.",
    input: noInput,
    output: z.array(CloneProduct),
  }),

  get: query({
    summary: 'Get a product.',
    errors: missingResource,
    input: parameters(fields({ id }), aliases),
    output: CloneProduct,
  }),

  create: mutation({
    summary: 'Create a product; the first one becomes the default.',
    errors: missingResource,
    input: parameters(
      fields({
        name,
        ...productFields,
        teamId: id.nullable().optional().describe('The team that owns the product. Default: the caller.'),
      }),
    ),
    output: CloneProduct,
  }),

  update: mutation({
    summary: 'Update the given fields of a product.',
    errors: missingResource,
    input: parameters(fields({ id, name: name.optional(), ...productFields }), aliases),
    output: CloneProduct,
  }),

  delete: mutation({
    summary: 'Delete a product; if it was the default, the newest remaining one becomes the default.',
    isDestructive: true,
    errors: missingResource,
    input: parameters(fields({ id }), aliases),
    output: Success,
  }),

  setDefault: mutation({
    summary: 'Set the default product.',
    errors: missingResource,
    input: parameters(fields({ id }), aliases),
    output: CloneProduct,
  }),

  inspectWebsite: mutation({
    summary: 'Read product information from a website without saving it.',
    errors: unusablePage,
    input: parameters(fields({ url: httpUrl })),
    output: inspectedProduct,
  }),
};
