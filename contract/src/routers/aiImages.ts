import { z } from 'zod';
import { textLimits } from '../limits.ts';
import { mutation, noInput, parameters, query } from '../procedure.ts';
import { missingResource } from '../records/errorDetails.ts';
import { page, quantity, Success } from '../records/common.ts';
import { AiImage, aspectRatios, makers } from '../records/studio.ts';
import { choice, fields, hash, id, optionalText, paging, text, wholeNumber } from '../values/fields.ts';

const aliases = { imageId: 'id' };

export const layouts = [
  'poster',
  'split',
  'card',
  'quote',
  'offer',
  'checklist',
  'editorial',
  'spotlight',
] as const;

export const aiImages = {
  list: query({
    summary: 'List the generated images of the caller and their teams, newest first.',
    errors: missingResource,
    input: parameters(fields({ productId: id.optional(), ...paging })),
    output: z.strictObject({ images: z.array(AiImage), ...page }),
  }),

  delete: mutation({
    summary: 'Delete a generated image and its file.',
    isDestructive: true,
    errors: missingResource,
    input: parameters(fields({ id }), aliases),
    output: Success,
  }),

  get: query({
    summary: 'Get a generated image and its progress.',
    errors: missingResource,
    input: parameters(fields({ id }), aliases),
    output: AiImage,
    extension: true,
  }),

  generate: mutation({
    summary: 'Start generating an image for a product; the response has its id and cost estimate.',
    errors: missingResource,
    input: parameters(
      fields({
        productId: id,
        sourceAdHash: hash
          .optional()
          .describe(
            'An ad whose structure the image follows. Templates also follow the layout of its picture.',
          ),
        prompt: text({ max: textLimits.prompt })
          .optional()
          .describe(
            'Default: the prompt of ads.getClonePayload. Templates print its parts in double quotes: headline, text, call to action.',
          ),
        aspectRatio: choice(aspectRatios).default('1:1'),
        maker: choice(makers)
          .optional()
          .describe('Default: the external service if one is configured, else a template.'),
        layout: choice(layouts)
          .optional()
          .describe(
            'For templates. Default: that of the ad’s picture if it is detected, else chosen from the ad’s structure and the seed.',
          ),
        seed: wholeNumber(0, 2 ** 31 - 1)
          .optional()
          .describe('The same seed gives the same template. Default: random.'),
        brandImageId: id.optional().describe('The image to show. Default: an image of the product.'),
      }),
      { adHash: 'sourceAdHash' },
    ),
    output: AiImage,
    extension: true,
  }),

  edit: mutation({
    summary:
      'Change texts of an image made by a template and draw it again in the same layout, free of charge.',
    errors: missingResource,
    input: parameters(
      fields({
        id,
        headline: text({ max: textLimits.imageHeadline }).optional(),
        text: optionalText(textLimits.imageText).optional(),
        proof: optionalText(textLimits.imageProof).optional(),
        offer: optionalText(textLimits.imageOffer).optional().describe('A price or discount.'),
        callToAction: text({ max: textLimits.imageButton }).optional(),
      }),
      aliases,
    ),
    output: AiImage,
    extension: true,
  }),

  cancel: mutation({
    summary: 'Cancel the generation of an image; a finished image stays unchanged.',
    errors: missingResource,
    input: parameters(fields({ id }), aliases),
    output: AiImage,
    extension: true,
  }),

  listMakers: query({
    summary: 'List the available image makers with their cost, aspect ratios and layouts.',
    input: noInput,
    output: z.strictObject({
      makers: z.array(
        z.strictObject({
          maker: z.enum(makers),
          model: z.string(),
          costEstimate: quantity.nullable().describe('Per image in US dollars; null if unknown.'),
          aspectRatios: z.array(z.enum(aspectRatios)),
          layouts: z.array(z.enum(layouts)),
        }),
      ),
    }),
    extension: true,
  }),
};
