/** The languages that documents, emails and pages speak. */
export const LANGUAGES = [
  ...[
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
  ],
  ...['th', 'el', 'uk', 'tr'],
] as const;
export type Language = (typeof LANGUAGES)[number];
