import { z } from 'zod';
import { maxImageBytes } from '../limits.ts';
import { exactlyOne, mutation, parameters, query } from '../procedure.ts';
import { missingResource, missingResourceOrCompany, unusableImage } from '../records/errorDetails.ts';
import { page, Success } from '../records/common.ts';
import { BrandImage, brandImageKinds } from '../records/studio.ts';
import { base64, choice, companyName, fields, httpUrl, id, name, paging } from '../values/fields.ts';

export const imageTooLargeMessage = `The image is larger than ${maxImageBytes / 1024 ** 2} MB; upload a smaller one.`;

const imageFields = {
  name: name.optional().describe('Default: from the file name or URL.'),
  kind: choice(brandImageKinds).optional().describe('Default: other, or logo with logoOf.'),
  companyName: companyName.optional(),
  productId: id.optional().describe("The image then belongs to the product's owner."),
  teamId: id.nullable().optional().describe("Default: the product's team, or the caller alone."),
};

export const brandImages = {
  list: query({
    summary: 'List the brand images of the caller and their teams, newest first.',
    errors: missingResource,
    input: parameters(fields({ companyName: companyName.optional(), productId: id.optional(), ...paging })),
    output: z.strictObject({ images: z.array(BrandImage), ...page }),
  }),

  delete: mutation({
    summary: 'Delete a brand image and its file.',
    isDestructive: true,
    errors: missingResource,
    input: parameters(fields({ id }), { imageId: 'id' }),
    output: Success,
  }),

  upload: mutation({
    summary: 'Upload a brand image, as base64 in JSON or as a file in a multipart form.',
    errors: missingResource,
    input: parameters(fields({ file: base64.describe('Base64; at most 15 MB.'), ...imageFields })),
    output: BrandImage,
    // 15 MB in base64, with line breaks (\r\n in JSON) every 76 characters.
    bodyLimit: 22 * 1024 * 1024,
    tooLargeMessage: imageTooLargeMessage,
    acceptsForm: true,
    extension: true,
  }),

  keep: mutation({
    summary: "Store an image from a URL, or a company's logo.",
    errors: { ...missingResourceOrCompany, ...unusableImage },
    input: parameters(
      exactlyOne(
        ['url', 'logoOf'],
        fields({
          url: httpUrl.optional().describe('The URL of the image, such as one that inspectWebsite returned.'),
          logoOf: companyName.optional().describe('A company in the index.'),
          ...imageFields,
        }),
      ),
    ),
    output: BrandImage,
    extension: true,
  }),
};
