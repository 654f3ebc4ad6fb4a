import { z } from 'zod';
import { parameters } from './input.ts';
import { mutation, query } from './procedure.ts';
import { BrandImage, page, Success } from './records.ts';
import { companyName, fields, id, paging } from './values.ts';

export const brandImages = {
  list: query({
    summary: "List the caller's brand images, newest first.",
    access: 'read',
    limit: 'read',
    input: parameters(fields({ companyName: companyName.optional(), productId: id.optional(), ...paging })),
    output: z.strictObject({ images: z.array(BrandImage), ...page }),
  }),

  delete: mutation({
    summary: 'Delete a brand image and its file.',
    access: 'write',
    limit: 'write',
    input: parameters(fields({ id }), { imageId: 'id' }),
    output: Success,
  }),
};
