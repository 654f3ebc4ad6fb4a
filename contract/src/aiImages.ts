import { z } from 'zod';
import { parameters } from './input.ts';
import { mutation, query } from './procedure.ts';
import { AiImage, page, Success } from './records.ts';
import { fields, id, paging } from './values.ts';

export const aiImages = {
  list: query({
    summary: "List the caller's generated images, newest first.",
    access: 'read',
    limit: 'read',
    input: parameters(fields({ productId: id.optional(), ...paging })),
    output: z.strictObject({ images: z.array(AiImage), ...page }),
  }),

  delete: mutation({
    summary: 'Delete a generated image and its file.',
    access: 'write',
    limit: 'write',
    input: parameters(fields({ id }), { imageId: 'id' }),
    output: Success,
  }),
};
