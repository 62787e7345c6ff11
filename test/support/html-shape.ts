const IDENTIFIERS = /\b[a-z]{2,}_\w{10,}/g;
const TEXTS = /(?<=>)[^<]*[^<\s][^<]*/g;
const NO_MARKUP = /[^<>&"']+/g;
const CONTENT = /(?<=\s(?:lang|dir|alt|title|value|content|datetime|href|src|action|aria-label)=")[^"<>&]+/g;

/** The markup of a page without what is said in it: pages of one shape are all valid or none is, and to find out takes long. */
export function htmlShape(html: string): string {
  return html
    .replaceAll(TEXTS, (text) => text.replaceAll(NO_MARKUP, 'x'))
    .replaceAll(CONTENT, 'x')
    .replaceAll(IDENTIFIERS, 'x');
}
