/**
 * The encoding that a client prefers (RFC 9110, 12.5.3): the one with the highest weight; with equal weights, the first
 * of those that are `available`. Undefined if the response should not be encoded.
 */
export function negotiateEncoding<Encoding extends string>(
  accepted: string | readonly string[] | undefined,
  available: Iterable<Encoding>,
): Encoding | undefined {
  if (accepted === undefined) return undefined;
  const weights = weightsIn([accepted].flat().join(','));
  const weightOf = (encoding: string): number => weights.get(encoding) ?? weights.get('*') ?? 0;
  const [best] = [...available].toSorted((one, other) => weightOf(other) - weightOf(one));
  if (best === undefined || weightOf(best) === 0) return undefined;
  // An accepted encoding is preferred to none, unless the client gives `identity` a higher weight.
  return weightOf(best) >= weightOf('identity') ? best : undefined;
}

function weightsIn(accepted: string): ReadonlyMap<string, number> {
  const weights = new Map<string, number>();
  for (const entry of accepted.toLowerCase().split(',')) {
    const [, name, weight = '1'] = /^\s*([^\s;]+)\s*(?:;\s*q\s*=\s*([01](?:\.\d*)?)\s*)?$/.exec(entry) ?? [];
    if (name !== undefined) weights.set(name === 'x-gzip' ? 'gzip' : name, Number(weight));
  }
  return weights;
}
