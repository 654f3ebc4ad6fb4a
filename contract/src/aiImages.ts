import { z } from 'zod';
import { noInput, parameters } from './input.ts';
import { mutation, query } from './procedure.ts';
import { AiImage, aspectRatios, makers, page, quantity, Success } from './records.ts';
import { choice, fields, hash, id, paging, text, wholeNumber } from './values.ts';

const aliases = { imageId: 'id' };

/** The ways in which templates are laid out. */
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
    access: 'read',
    limit: 'read',
    refuses: [404],
    input: parameters(fields({ productId: id.optional(), ...paging })),
    output: z.strictObject({ images: z.array(AiImage), ...page }),
  }),

  delete: mutation({
    summary: 'Delete a generated image and its file.',
    access: 'write',
    limit: 'write',
    destroys: true,
    refuses: [404],
    input: parameters(fields({ id }), aliases),
    output: Success,
  }),

  get: query({
    summary: 'Get a generated image, or how far it has come.',
    access: 'read',
    limit: 'read',
    refuses: [404],
    input: parameters(fields({ id }), aliases),
    output: AiImage,
    extension: true,
  }),

  generate: mutation({
    summary:
      'Have an image made for a product, by a job; the answer tells its cost and has the id to ask with.',
    access: 'write',
    limit: 'write',
    refuses: [404],
    input: parameters(
      fields({
        productId: id,
        sourceAdHash: hash.optional().describe('An ad whose structure is followed.'),
        prompt: text({ max: 4000 })
          .optional()
          .describe(
            'Absent: the one of ads.getClonePayload. A template writes what stands in it in double quotes: headline, text, call to action.',
          ),
        aspectRatio: choice(aspectRatios).default('1:1'),
        maker: choice(makers)
          .optional()
          .describe('Absent: the outside service where there is one, else a template.'),
        layout: choice(layouts)
          .optional()
          .describe('Of a template; absent: by the structure of the ad and the seed.'),
        seed: wholeNumber(0, 2 ** 31 - 1)
          .optional()
          .describe('The same one gives the same template; absent: any.'),
        brandImageId: id.optional().describe('The picture to show; absent: one of the product.'),
      }),
      { adHash: 'sourceAdHash' },
    ),
    output: AiImage,
    extension: true,
  }),

  cancel: mutation({
    summary: 'Stop an image from being made; one that is finished stays as it is.',
    access: 'write',
    limit: 'write',
    refuses: [404],
    input: parameters(fields({ id }), aliases),
    output: AiImage,
    extension: true,
  }),

  listMakers: query({
    summary: 'List who can make images here, at what cost, in which shapes.',
    access: 'read',
    limit: 'read',
    input: noInput,
    output: z.strictObject({
      makers: z.array(
        z.strictObject({
          maker: z.enum(makers),
          model: z.string(),
          costEstimate: quantity
            .nullable()
            .describe('Of one image in US dollars; null where it is not known.'),
          aspectRatios: z.array(z.enum(aspectRatios)),
          layouts: z.array(z.enum(layouts)),
        }),
      ),
    }),
    extension: true,
  }),
};
