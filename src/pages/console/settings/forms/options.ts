import { LANGUAGES } from '../../../../domain/languages.ts';

/** Languages with their regional variants. */
export const LOCALES = [
  ...LANGUAGES,
  ...'en-GB en-US en-IE en-AU en-CA en-IN de-DE de-AT de-CH fr-FR fr-BE fr-CH fr-CA es-ES es-MX es-AR it-CH pt-BR pt-PT nl-BE ar-AE ar-SA ar-EG'.split(
    ' ',
  ),
];

export function listTimeZones(stored: string): { value: string; text: string }[] {
  const zones = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', stored]);
  return [...zones].filter(Boolean).map((zone) => ({ value: zone, text: zone.replaceAll('_', ' ') }));
}
