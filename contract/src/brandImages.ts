import { z } from 'zod';
import { exactlyOne, parameters } from './input.ts';
import { mutation, query } from './procedure.ts';
import { BrandImage, brandImageKinds, page, Success } from './records.ts';
import { base64, choice, companyName, fields, httpUrl, id, name, paging } from './values.ts';

/** The largest picture that may be sent. */
export const mostPictureBytes = 15 * 1024 * 1024;
export const pictureTooLarge = 'The picture is larger than 15 MB, which is the most.';

/** What may be said of a picture. */
const about = {
  name: name.optional().describe('Absent: from the name of the file or the address.'),
  kind: choice(brandImageKinds).optional().describe('Absent: other, or logo for the logo of a company.'),
  companyName: companyName.optional(),
  productId: id.optional().describe('It then belongs to whom the product belongs to.'),
  teamId: id.nullable().optional().describe('Absent: the team of the product, or nobody but the caller.'),
};

export const brandImages = {
  list: query({
    summary: 'List the brand images of the caller and their teams, newest first.',
    access: 'read',
    limit: 'read',
    refuses: [404],
    input: parameters(fields({ companyName: companyName.optional(), productId: id.optional(), ...paging })),
    output: z.strictObject({ images: z.array(BrandImage), ...page }),
  }),

  delete: mutation({
    summary: 'Delete a brand image and its file.',
    access: 'write',
    limit: 'write',
    destroys: true,
    refuses: [404],
    input: parameters(fields({ id }), { imageId: 'id' }),
    output: Success,
  }),

  upload: mutation({
    summary: 'Keep a picture that is sent along: as base64 in JSON, or as a file of a multipart form.',
    access: 'write',
    limit: 'write',
    refuses: [404],
    input: parameters(fields({ file: base64.describe('In base64, of at most 15 MB.'), ...about })),
    output: BrandImage,
    // In base64, which may have lines of 76 characters, with their ends written as \r\n.
    bodyLimit: 22 * 1024 * 1024,
    tooLarge: pictureTooLarge,
    takesForm: true,
    extension: true,
  }),

  keep: mutation({
    summary: 'Keep a picture of a website, or the logo of a company.',
    access: 'write',
    limit: 'write',
    refuses: [404, 422, 504],
    input: parameters(
      exactlyOne(
        'url',
        'logoOf',
        fields({
          url: httpUrl.optional().describe('Where the picture is, such as one that inspectWebsite found.'),
          logoOf: companyName.optional().describe('A company of the index.'),
          ...about,
        }),
      ),
    ),
    output: BrandImage,
    extension: true,
  }),
};
