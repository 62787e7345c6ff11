/** Markup that is safe to send. Only the `html` tag creates it. */
class Html {
  readonly #markup: string;

  constructor(markup: string) {
    this.#markup = markup;
  }

  toString(): string {
    return this.#markup;
  }
}

export type { Html };

/** `false`, `null` and `undefined` render as nothing, which allows `condition && html…`. */
export type HtmlValue = Html | string | number | false | null | undefined | readonly HtmlValue[];

/** Escapes every value except markup that `html` itself created. */
export function html(parts: TemplateStringsArray, ...values: HtmlValue[]): Html {
  let markup = parts[0] ?? '';
  for (let index = 0; index < values.length; index++) {
    markup += render(values[index]) + (parts[index + 1] ?? '');
  }
  return new Html(markup);
}

/** Adds an attribute to the first element that has another one. Markup without such an element stays unchanged. */
export function addToFirstElement(markup: Html, attribute: Html, added: Html): Html {
  const text = markup.toString();
  // Values have their quotation marks escaped, so the search cannot match text.
  const mark = attribute.toString();
  const at = text.indexOf(mark);
  if (at < 0) return markup;
  const end = at + mark.length;
  return new Html(text.slice(0, end) + added.toString() + text.slice(end));
}

function render(value: HtmlValue): string {
  if (typeof value === 'string') return escapeHtml(value);
  if (value === null || value === undefined || value === false) return '';
  if (value instanceof Html) return value.toString();
  if (!Array.isArray(value)) return escapeHtml(String(value));
  let markup = '';
  for (const part of value) markup += render(part);
  return markup;
}

const SPECIAL_CHARACTER = /[&<>"']/;

/**
 * Most texts need no escaping and are returned uncopied, which halves the time of a long list. JSON is full of quotation
 * marks: replacing one character after the other takes a fraction of the time of a function per match.
 */
function escapeHtml(text: string): string {
  if (!SPECIAL_CHARACTER.test(text)) return text;
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
