interface Called {
  readonly name: string;
  readonly kind: 'query' | 'mutation';
  readonly example: Readonly<Record<string, unknown>>;
}

/** A line for a terminal that calls a procedure of this site. */
export function curlLine({ name, kind, example }: Called, site: string): string {
  const input = JSON.stringify(example).replaceAll("'", String.raw`'\''`);
  const isBare = input === '{}';
  const parts = [
    'curl -H "Authorization: Bearer $MAGPIE_KEY"',
    ...(kind === 'mutation' ? ["-H 'Content-Type: application/json'", `-d '${input}'`] : []),
    ...(kind === 'query' && !isBare ? ['--get', `--data-urlencode 'input=${input}'`] : []),
    `${site}/api/v1/trpc/${name}`,
  ];
  return parts.join(' ');
}
