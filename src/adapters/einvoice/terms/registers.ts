/**
 * Registers of countries whose rules require the scheme of the number (ISO 6523). The form of the number decides which
 * register it is from; a number of any other form gets no scheme, because a wrong one is worse than none.
 */
const REGISTERS: Readonly<Record<string, readonly [form: RegExp, scheme: string | null][]>> = {
  DK: [[/^\d{8}$/, '0184']],
  // A SIRET is the SIREN of the business, and five digits for its establishment.
  FR: [[/^(\d{9})(?:\d{5})?$/, '0002']],
  IS: [[/^\d{10}$/, '0196']],
  NL: [
    [/^\d{8}$/, '0106'],
    [/^\d{20}$/, '0190'],
  ],
  SE: [[/^\d{10}$/, null]],
};

/** Returns a registration number as its country's rules want it, or unchanged. */
export function toRegistration(
  number: string | null,
  country: string | null,
): { registrationNumber: string | null; registrationScheme: string | null } {
  const digits = (number ?? '').replace(/[\s.-]/g, '');
  for (const [form, scheme] of REGISTERS[country ?? ''] ?? []) {
    const match = form.exec(digits);
    if (match) return { registrationNumber: match[1] ?? digits, registrationScheme: scheme };
  }
  return { registrationNumber: number, registrationScheme: null };
}
