import { procedureBase, type Procedure } from '@magpie/contract';
import type { JsonObject } from './schemas.ts';

export function curlLine(name: string, { kind }: Pick<Procedure, 'kind'>, input: JsonObject): string {
  const json = JSON.stringify(input).replaceAll("'", String.raw`'\''`);
  const { posted, asked, bare } = curlShapes(name);
  const shape = kind === 'mutation' ? posted : json === '{}' ? bare : asked;
  return shape.replace('INPUT', () => json);
}

/** Command templates: with a body, with the input in the query string, and without input. `INPUT` is replaced. */
export function curlShapes(name: string): Readonly<Record<'posted' | 'asked' | 'bare', string>> {
  const address = `"$MAGPIE_URL${procedureBase}/${name}"`;
  return {
    posted: command("-H 'Content-Type: application/json'", "-d 'INPUT'", address),
    asked: command(`--get ${address}`, "--data-urlencode 'input=INPUT'"),
    bare: command(address),
  };
}

function command(...parts: readonly string[]): string {
  return ['curl -H "Authorization: Bearer $MAGPIE_KEY"', ...parts].join(' \\\n  ');
}
