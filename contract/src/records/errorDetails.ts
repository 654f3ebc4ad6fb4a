import { z } from 'zod';

/** The fields of `error.data` that only some errors have. Programs read them instead of the message. */

const Issue = z.strictObject({
  path: z.string().describe('Dotted path of the input field, empty for the input itself.'),
  message: z.string().describe('One plain sentence that names the field.'),
});
export type Issue = Readonly<z.infer<typeof Issue>>;

/** As in the message `There is no board 7.` */
const resources = [
  'ad',
  'API key',
  'board',
  'brand image',
  'comment',
  'connected app',
  'delivery',
  'image',
  'invitation',
  'label',
  'member',
  'notification',
  'product',
  'report',
  'rule',
  'saved search',
  'session',
  'shared report',
  'source',
  'team',
  'webhook',
] as const;
export type Resource = (typeof resources)[number];

const FoundPage = z.strictObject({
  url: z.string(),
  status: z.int().exactOptional(),
  contentType: z.string().nullable().exactOptional(),
  bytes: z.int().exactOptional(),
  mostBytes: z.int().exactOptional().describe('The limit that the page exceeds.'),
  title: z.string().exactOptional(),
  heading: z.string().exactOptional(),
  description: z.string().exactOptional(),
  siteName: z.string().exactOptional(),
});

const details = z.strictObject({
  issues: z.array(Issue).readonly().describe('On 400: the problem of each field.'),
  resource: z
    .enum(resources)
    .describe('On 404 for an id or a hash: the kind of resource that does not exist.'),
  field: z.string().describe('On 404 for a name: the input field with the unknown name.'),
  value: z.union([z.string(), z.number()]).describe('On 404: the unknown id, hash or name.'),
  suggestions: z
    .array(z.string())
    .readonly()
    .describe('Similar names or values, closest first, if one was unknown.'),
  found: FoundPage.readonly().describe('On 422: the content that was found.'),
  knownSince: z.string().describe('On 400 for asOf: the time since which the past is known.'),
  retryAfterSeconds: z.number().describe('On 429 and 503: as in the header Retry-After.'),
});

export const ErrorDetails = details.partial();
export type ErrorDetails = Readonly<z.infer<typeof ErrorDetails>>;

const noDetails = z.strictObject({});
/** `value` is absent where it is secret or where several fields identify the resource. */
const missing = details.pick({ resource: true, value: true }).partial({ value: true });
const unknownName = details.pick({ field: true, value: true, suggestions: true });

export const missingResource = { NOT_FOUND: missing };
export const unknownCompany = { NOT_FOUND: unknownName };
export const missingResourceOrCompany = { NOT_FOUND: z.union([missing, unknownName]) };
export const unusableContent = { UNPROCESSABLE_CONTENT: noDetails };
export const unusablePage = {
  UNPROCESSABLE_CONTENT: details.pick({ found: true }),
  GATEWAY_TIMEOUT: noDetails,
};
export const unusableImage = { UNPROCESSABLE_CONTENT: noDetails, GATEWAY_TIMEOUT: noDetails };
