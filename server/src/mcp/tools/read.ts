import { contract, describeInput, type ProcedureName, procedures, type RouterName } from '@magpie/contract';
import { z } from 'zod';
import { MagpieError } from '@magpie/contract/errors';
import { fewCompact, fewWhole } from '../shapes.ts';
import { tool } from '../tool.ts';

/** About ads and work with them, also with whom and for whom. Keys, sessions, webhooks and the record of who did what are no business of an agent. */
const routers: ReadonlySet<string> = new Set<RouterName>([
  'ads',
  'aiImages',
  'boards',
  'brandImages',
  'brandSpy',
  'cloneProducts',
  'companies',
  'notifications',
  'system',
  'teams',
  'trending',
]);

/** Whether it is a procedure that reads, and one of those. */
function isReadable(name: string): name is ProcedureName {
  const procedure = procedures.get(name);
  return procedure?.kind === 'query' && procedure.access === 'read' && routers.has(name.split('.')[0] ?? '');
}

const readable = [...procedures.keys()].filter(isReadable);

export const read = tool({
  name: 'read',
  description:
    'Any reading procedure of the API by its name, for what the other tools leave out. The answer is raw and may be long; without limit a list has ten entries, or three whole ads. A wrong input is answered with what it takes.',
  input: z.strictObject({
    procedure: z.enum(readable),
    input: z.record(z.string(), z.unknown()).default({}),
  }),
  answers: {},
  effect: 'none',
  answer: async (_call, { procedure, input }, byName) => {
    try {
      return { answer: await byName(procedure, { ...limitOf(procedure), ...input }) };
    } catch (error) {
      throw error instanceof MagpieError && error.code === 'BAD_REQUEST'
        ? explained(error, procedure)
        : error;
    }
  },
});

/** How much is asked for by who does not say. */
function limitOf(name: ProcedureName): { limit?: number } {
  if (!fieldsOf(name).some((field) => field.name === 'limit')) return {};
  return { limit: name === 'ads.list' || name === 'ads.search' ? fewWhole : fewCompact };
}

function fieldsOf(name: ProcedureName) {
  return describeInput(procedures.get(name) ?? contract.system.status).fields;
}

function explained(error: MagpieError, name: ProcedureName): MagpieError {
  const fields = fieldsOf(name).map(
    ({ name: field, takes, isRequired }) => `${field}${isRequired ? '' : '?'}: ${takes}`,
  );
  return new MagpieError('BAD_REQUEST', `${error.message} ${name} takes { ${fields.join('; ')} }.`);
}
