/** The languages of documents, emails and pages. */
export const LANGUAGES = [
  'en',
  'de',
  'fr',
  'es',
  'it',
  'pt',
  'nl',
  'pl',
  'sv',
  'ja',
  'zh-Hans',
  'zh-Hant',
  'ko',
  'ar',
  'he',
  'hi',
  'th',
  'el',
  'uk',
  'tr',
] as const;
export type Language = (typeof LANGUAGES)[number];
