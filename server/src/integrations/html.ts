/** Trusted HTML. All other values are escaped. */
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

/** Template tag that escapes its values; null becomes empty. Attributes must be in double quotes. */
export function html(fixed: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  return new Html(String.raw({ raw: fixed }, ...values.map(asHtml)));
}

/** Must not contain untrusted input. */
export function trustedHtml(text: string): Html {
  return new Html(text);
}

function asHtml(value: HtmlValue): string {
  if (value === null) return '';
  if (value instanceof Html) return value.toString();
  if (typeof value === 'object') return value.map(asHtml).join('');
  return escapeHtml(String(value));
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  // A parser would turn it into a line feed.
  '\r': '&#13;',
  // A parser would drop it.
  '\0': '\u{fffd}',
};

function escapeHtml(text: string): string {
  return text.toWellFormed().replaceAll(/[&<>"'\r\0]/g, (letter) => entities[letter] ?? '');
}
