import { procedureBase, type Procedure } from '@magpie/contract';
import type { JsonObject } from './schemas.ts';

/** A command for a terminal that calls a procedure; whose key and which Magpie stand in variables. */
export function curlLine(name: string, { kind }: Pick<Procedure, 'kind'>, input: JsonObject): string {
  const json = JSON.stringify(input).replaceAll("'", String.raw`'\''`);
  const { posted, asked, bare } = curlShapes(name);
  const shape = kind === 'mutation' ? posted : json === '{}' ? bare : asked;
  return shape.replace('INPUT', () => json);
}

/** The ways to call by a command: with a body, with an input in the address, and without any. `INPUT` is for the input. */
export function curlShapes(name: string): Readonly<Record<'posted' | 'asked' | 'bare', string>> {
  const address = `"$MAGPIE_URL${procedureBase}/${name}"`;
  return {
    posted: command("-H 'Content-Type: application/json'", "-d 'INPUT'", address),
    asked: command(`--get ${address}`, "--data-urlencode 'input=INPUT'"),
    bare: command(address),
  };
}

function command(...given: readonly string[]): string {
  return ['curl -H "Authorization: Bearer $MAGPIE_KEY"', ...given].join(' \\\n  ');
}
