/** Text that is HTML already. Whatever else stands in a page is escaped. */
class Html {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }
}

export type { Html };
export type HtmlValue = Html | string | number | null | readonly HtmlValue[];

/** HTML with values in it: text becomes text, whatever it says; null is nothing. Attributes stand in double quotes. */
export function html(fixed: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  return new Html(String.raw({ raw: fixed }, ...values.map(asHtml)));
}

/** A piece of our own, such as a style, in which nothing from outside stands. */
export function ownHtml(text: string): Html {
  return new Html(text);
}

function asHtml(value: HtmlValue): string {
  if (value === null) return '';
  if (value instanceof Html) return value.toString();
  if (typeof value === 'object') return value.map(asHtml).join('');
  return escaped(String(value));
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  // A parser would make a line feed of it.
  '\r': '&#13;',
  // A parser would leave it out.
  '\0': '\u{fffd}',
};

function escaped(text: string): string {
  return text.toWellFormed().replaceAll(/[&<>"'\r\0]/g, (letter) => entities[letter] ?? '');
}
