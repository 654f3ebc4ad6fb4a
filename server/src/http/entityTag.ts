/** Whether the header `If-None-Match` contains the entity tag. */
export function matchesEntityTag(held: string | undefined, tag: string): boolean {
  return (held ?? '').split(',').some((each) => ['*', tag, `W/${tag}`].includes(each.trim()));
}
