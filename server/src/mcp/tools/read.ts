import { contract, describeInput, type ProcedureName, procedures, type RouterName } from '@magpie/contract';
import { z } from 'zod';
import { MagpieError } from '@magpie/contract/errors';
import { tool, defaultCompactLimit, defaultFullLimit, defaultFullSavedLimit } from '../tool.ts';

/** Routers that agents may read. Keys, sessions, webhooks and the audit log are excluded. */
const routers: ReadonlySet<string> = new Set<RouterName>([
  'ads',
  'aiImages',
  'boards',
  'brandImages',
  'brandSpy',
  'cloneProducts',
  'comments',
  'companies',
  'labels',
  'notifications',
  'reports',
  'searches',
  'system',
  'tags',
  'teams',
  'trending',
]);

function isReadable(name: string): name is ProcedureName {
  const procedure = procedures.get(name);
  return procedure?.kind === 'query' && procedure.access === 'read' && routers.has(name.split('.')[0] ?? '');
}

const readable = [...procedures.keys()].filter(isReadable);

export const read = tool({
  name: 'read',
  description:
    'Any read procedure of the API by name, for everything else. The result is raw and may be long; without limit a list has ten entries, or three whole ads, two if saved. Invalid input returns the accepted fields.',
  input: z.strictObject({
    procedure: z.enum(readable),
    input: z.record(z.string(), z.unknown()).default({}),
  }),
  resultFields: {},
  effect: 'none',
  handle: async (_call, { procedure, input }, byName) => {
    try {
      return { answer: await byName(procedure, { ...getLimit(procedure), ...input }) };
    } catch (error) {
      throw error instanceof MagpieError && error.code === 'BAD_REQUEST'
        ? withAcceptedFields(error, procedure)
        : error;
    }
  },
});

function getLimit(name: ProcedureName): { limit?: number } {
  if (!getFields(name).some((field) => field.name === 'limit')) return {};
  if (name === 'ads.list') return { limit: defaultFullSavedLimit };
  return { limit: name === 'ads.search' ? defaultFullLimit : defaultCompactLimit };
}

function getFields(name: ProcedureName) {
  return describeInput(procedures.get(name) ?? contract.system.status).fields;
}

function withAcceptedFields(error: MagpieError, name: ProcedureName): MagpieError {
  const fields = getFields(name).map(
    ({ name: field, takes, isRequired }) => `${field}${isRequired ? '' : '?'}: ${takes}`,
  );
  return new MagpieError('BAD_REQUEST', `${error.message} ${name} accepts { ${fields.join('; ')} }.`);
}
