import { z } from 'zod';
import { textLimits } from '../limits.ts';
import { mutation, noInput, parameters, query } from '../procedure.ts';
import { Success } from '../records/common.ts';
import { missingResource } from '../records/errorDetails.ts';
import { Label, labelColors } from '../records/label.ts';
import { choice, fields, id, text } from '../values/fields.ts';

const aliases = { labelId: 'id' };
const name = text({ max: textLimits.label });
const color = choice(labelColors);

export const labels = {
  list: query({
    summary: 'List the labels for saved ads of the caller and their teams, by name.',
    input: noInput,
    output: z.array(Label),
    extension: true,
  }),

  create: mutation({
    summary: 'Create a label for saved ads of the caller or a team.',
    errors: missingResource,
    input: parameters(fields({ name, color: color.default('gray'), teamId: id.nullable().optional() })),
    output: Label,
    extension: true,
  }),

  update: mutation({
    summary: "Change a label's name or color.",
    errors: missingResource,
    input: parameters(fields({ id, name: name.optional(), color: color.optional() }), aliases),
    output: Label,
    extension: true,
  }),

  delete: mutation({
    summary: 'Delete a label; the ads that have it stay saved.',
    isDestructive: true,
    errors: missingResource,
    input: parameters(fields({ id }), aliases),
    output: Success,
    extension: true,
  }),
};
