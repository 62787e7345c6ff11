import type { Language } from '../domain/languages.ts';
import { currencyDecimals } from '../domain/money/currency.ts';

/**
 * Writes an amount in words as in India, in thousands, lakh and crore: in Hindi for Hindi readers, else in
 * English.
 */
export function formatAmountInWords(
  minor: number,
  currency: string,
  language: Language,
): { label: string; text: string } {
  const unit = 10 ** currencyDecimals(currency);
  const fraction = minor % unit;
  const whole = (minor - fraction) / unit;
  const t = language === 'hi' ? HINDI : ENGLISH;
  const text =
    currency === 'INR'
      ? t.rupees(toWords(whole, t), fraction === 0 ? null : toWords(fraction, t))
      : t.other(`${currency} ${toWords(whole, t)}`, fraction === 0 ? null : `${fraction}/${unit}`);
  return { label: t.label, text };
}

interface Wording {
  label: string;
  /** Words for 0 to 99. */
  small(value: number): string;
  /** Descending: 10,000,000; 100,000; 1,000; 100. */
  scales: readonly [value: number, name: string][];
  rupees(whole: string, paise: string | null): string;
  other(whole: string, fraction: string | null): string;
}

function toWords(value: number, t: Wording): string {
  if (value < 100) return t.small(value);
  const parts: string[] = [];
  let rest = value;
  for (const [scale, name] of t.scales) {
    const count = Math.floor(rest / scale);
    // The count is written recursively because a number of crores can contain lakhs.
    if (count > 0) parts.push(`${toWords(count, t)} ${name}`);
    rest %= scale;
  }
  if (rest > 0) parts.push(t.small(rest));
  return parts.join(' ');
}

const ONES =
  'Zero One Two Three Four Five Six Seven Eight Nine Ten Eleven Twelve Thirteen Fourteen Fifteen Sixteen Seventeen Eighteen Nineteen'.split(
    ' ',
  );
const TENS = 'Twenty Thirty Forty Fifty Sixty Seventy Eighty Ninety'.split(' ');

const ENGLISH: Wording = {
  label: 'Amount in words',
  small(value) {
    const ten = TENS[Math.floor(value / 10) - 2];
    if (!ten) return ONES[value] ?? '';
    return value % 10 === 0 ? ten : `${ten}-${ONES[value % 10]}`;
  },
  scales: [
    [10_000_000, 'Crore'],
    [100_000, 'Lakh'],
    [1000, 'Thousand'],
    [100, 'Hundred'],
  ],
  rupees: (whole, paise) => `Rupees ${whole}${paise ? ` and ${paise} Paise` : ''} Only`,
  other: (whole, fraction) => `${whole}${fraction ? ` and ${fraction}` : ''} Only`,
};

/** Hindi has a distinct word for every number below a hundred. */
const HINDI_SMALL =
  `शून्य एक दो तीन चार पाँच छह सात आठ नौ दस ग्यारह बारह तेरह चौदह पंद्रह सोलह सत्रह अठारह उन्नीस बीस इक्कीस बाईस
  तेईस चौबीस पच्चीस छब्बीस सत्ताईस अट्ठाईस उनतीस तीस इकतीस बत्तीस तैंतीस चौंतीस पैंतीस छत्तीस सैंतीस अड़तीस उनतालीस चालीस इकतालीस
  बयालीस तैंतालीस चौवालीस पैंतालीस छियालीस सैंतालीस अड़तालीस उनचास पचास इक्यावन बावन तिरपन चौवन पचपन छप्पन सत्तावन अट्ठावन उनसठ साठ
  इकसठ बासठ तिरसठ चौंसठ पैंसठ छियासठ सड़सठ अड़सठ उनहत्तर सत्तर इकहत्तर बहत्तर तिहत्तर चौहत्तर पचहत्तर छिहत्तर सतहत्तर अठहत्तर उनासी
  अस्सी इक्यासी बयासी तिरासी चौरासी पचासी छियासी सतासी अठासी नवासी नब्बे इक्यानवे बानवे तिरानवे चौरानवे पचानवे छियानवे सत्तानवे
  अट्ठानवे निन्यानवे`.split(/\s+/);

const HINDI: Wording = {
  label: 'राशि शब्दों में',
  small: (value) => HINDI_SMALL[value] ?? '',
  scales: [
    [10_000_000, 'करोड़'],
    [100_000, 'लाख'],
    [1000, 'हज़ार'],
    [100, 'सौ'],
  ],
  rupees: (whole, paise) => `${whole} रुपये${paise ? ` ${paise} पैसे` : ''} मात्र`,
  other: (whole, fraction) => `${whole}${fraction ? ` ${fraction}` : ''} मात्र`,
};
