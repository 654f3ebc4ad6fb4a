/**
 * Gathers what is asked one by one into questions about many: whatever is asked until the browser comes to its next
 * task goes out together, at most so many at a time. The answers must come in the order of the items.
 */
export function askTogether<Item, Answer>(
  ask: (items: readonly Item[]) => Promise<readonly Answer[]>,
  most: number,
): (item: Item) => Promise<Answer> {
  let open: { readonly items: Item[]; readonly answers: Promise<readonly Answer[]> } | null = null;
  const begin = () => {
    const items: Item[] = [];
    const answers = new Promise((resolve) => setTimeout(resolve)).then(() => {
      if (open?.items === items) open = null;
      return ask(items);
    });
    return { items, answers };
  };
  return async (item) => {
    open ??= begin();
    const { items, answers } = open;
    const place = items.push(item) - 1;
    if (items.length === most) open = null;
    const answer = (await answers)[place];
    if (answer === undefined) throw new Error('There are fewer answers than questions.');
    return answer;
  };
}
