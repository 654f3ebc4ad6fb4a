import { procedureBase, type Procedure } from '@magpie/contract';
import type { JsonObject } from './schemas.ts';

/** A command for a terminal that calls a procedure; whose key and which Magpie stand in variables. */
export function curlLine(name: string, { kind }: Pick<Procedure, 'kind'>, input: JsonObject): string {
  const json = JSON.stringify(input).replaceAll("'", String.raw`'\''`);
  const address = `"$MAGPIE_URL${procedureBase}/${name}"`;
  const given =
    kind === 'mutation'
      ? ["-H 'Content-Type: application/json'", `-d '${json}'`, address]
      : json === '{}'
        ? [address]
        : [`--get ${address}`, `--data-urlencode 'input=${json}'`];
  return ['curl -H "Authorization: Bearer $MAGPIE_KEY"', ...given].join(' \\\n  ');
}
