import { Parser } from 'htmlparser2';

/** One element of an XML file. */
export interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Element[];
  text: string;
}

/** The tree of a file whose every element is closed where it should be; anything else throws. */
export function parseXml(text: string): Element {
  const top: Element = { name: '', attributes: {}, children: [], text: '' };
  const open = [top];
  let closings = 0;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        const element: Element = { name, attributes, children: [], text: '' };
        open.at(-1)?.children.push(element);
        open.push(element);
      },
      ontext(piece) {
        const element = open.at(-1);
        if (element !== undefined) element.text += piece.trim();
      },
      onclosetag(name) {
        closings += 1;
        const element = open.pop();
        if (element?.name !== name) throw new Error(`<${element?.name}> is closed by </${name}>.`);
      },
    },
    { xmlMode: true },
  );
  parser.end(text);
  const written = text.match(/<\/[^>]+>|\/>/g)?.length ?? 0;
  if (written !== closings) throw new Error(`${closings} elements were opened, and ${written} are closed.`);
  const [root, second] = top.children;
  if (root === undefined || second !== undefined) throw new Error('The file has not one element around all.');
  return root;
}

/** The elements of this name, however deep. */
export function elementsOf(element: Element, name: string): Element[] {
  const own = element.name === name ? [element] : [];
  return [...own, ...element.children.flatMap((child) => elementsOf(child, name))];
}
