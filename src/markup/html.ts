/** Markup that is safe to send as it is. Only the `html` tag makes it. */
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

/** `false`, `null` and `undefined` give nothing, so that `condition && html…` reads well. */
export type HtmlValue = Html | string | number | false | null | undefined | readonly HtmlValue[];

/** Escapes every interpolation; what `html` itself made goes in as it is. */
export function html(parts: TemplateStringsArray, ...values: HtmlValue[]): Html {
  let markup = parts[0] ?? '';
  for (let index = 0; index < values.length; index++) {
    markup += render(values[index]) + (parts[index + 1] ?? '');
  }
  return new Html(markup);
}

/** Adds an attribute to the first element that has another one; gives the same markup if none has it. */
export function addToFirst(markup: Html, attribute: Html, added: Html): Html {
  const text = markup.toString();
  // Nothing but the tag itself writes a quotation mark, so no text is taken for an attribute.
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

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const SPECIAL = /[&<>"']/;

/** Most texts have nothing to escape, and then need no copy: it halves what a long list takes. */
function escapeHtml(text: string): string {
  if (!SPECIAL.test(text)) return text;
  return text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character);
}
