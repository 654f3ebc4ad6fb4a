/** Whether somebody who tells what they hold (`If-None-Match`) has what is tagged so. */
export function holdsTag(held: string | undefined, tag: string): boolean {
  return (held ?? '').split(',').some((each) => ['*', tag, `W/${tag}`].includes(each.trim()));
}
