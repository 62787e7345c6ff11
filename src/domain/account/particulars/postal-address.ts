import type { Particulars } from './particulars.ts';

type AddressFields = Pick<Particulars, 'street' | 'street2' | 'postalCode' | 'city' | 'region'>;
export type AddressPart = keyof AddressFields | 'number';

/** One part of an address. A text without a part becomes a separate line. */
interface AddressCell {
  part: AddressPart | undefined;
  text: string;
}

/** An account or a customer; those stored with older documents lack the newer fields. */
export type Addressee = Partial<AddressFields> & { address: string | null; country: string | null };

/**
 * Lists the lines of the printed address: as entered, or else its parts by the custom of the country. Without one it is taken
 * for the country of the other party.
 */
export function listAddressLines(party: Addressee, other?: { country: string | null }): string[] {
  const country = party.country ?? other?.country ?? null;
  const text = party.address?.trim() ? party.address : formatAddress({ ...party, country });
  return text === null ? [] : text.split(/\r\n?|\n/);
}

/** Formats the parts by the custom of the country; `null` if all are empty. */
export function formatAddress(party: Omit<Addressee, 'address'>): string | null {
  const parts = ['street', 'street2', 'postalCode', 'city', 'region'] as const;
  return joinAddress(
    parts.map((part) => ({ part, text: party[part]?.trim() ?? '' })),
    party.country,
  );
}

/** Countries that write the town before the post code. */
const TOWN_FIRST = new Set(
  'US CA AU GB IE NZ IN ZA PK BD LK NP TH SG SA EG ID VN UA NG BR CO PE JM HK'.split(' '),
);
/** Countries that write the number before the street. */
const NUMBER_FIRST = new Set('US CA AU GB IE NZ IN ZA PK BD LK NG SG HK JM FR LU MC MY PH TH'.split(' '));
/** Countries that write the region behind the town, on the same line. */
const REGION_BEHIND_TOWN = new Set(['IT', 'MX']);
/** Countries whose addresses name a state, province or prefecture. */
const WITH_REGION = new Set('AE AR AU BR CA CN ES IN IT JP MX MY NG US ZA'.split(' '));

export function hasRegions(country: string | null): boolean {
  return WITH_REGION.has(country ?? '');
}

/** Countries that write the largest place first. */
const LARGEST_FIRST = new Set('JP KR CN TW MO'.split(' '));

/** Joins parts in the order of the country; `null` if all are empty. */
export function joinAddress(cells: readonly AddressCell[], country: string | null): string | null {
  const filled = cells.filter(({ text }) => text !== '');
  const listTexts = (part?: AddressPart) =>
    filled.filter((cell) => cell.part === part).map(({ text }) => text);
  const code = country ?? '';
  const street = [listTexts('street'), listTexts('number')];
  const streetLine = (NUMBER_FIRST.has(code) ? street.toReversed() : street).flat().join(' ');
  const lines = LARGEST_FIRST.has(code)
    ? [
        ...listTexts('postalCode').map((text) => (code === 'JP' ? text.replace(/^〒?/, '〒') : text)),
        joinLargest([...listTexts('region'), ...listTexts('city'), streetLine]),
        ...listTexts(),
        ...listTexts('street2'),
      ]
    : [...listTexts(), streetLine, ...listTexts('street2'), ...townLines(listTexts, code)];
  const address = lines.filter((line) => line !== '').join('\n');
  return address === '' ? null : address;
}

function townLines(listTexts: (part: AddressPart) => string[], country: string): string[] {
  const [town, postCode, region] = [
    listTexts('city').join(' '),
    listTexts('postalCode').join(' '),
    listTexts('region').join(' '),
  ];
  if (REGION_BEHIND_TOWN.has(country)) return [joinWords([postCode, town, region])];
  if (!TOWN_FIRST.has(country)) return [joinWords([postCode, town]), region];
  const place = [town, region].filter((text) => text !== '').join(', ');
  return [joinWords([place, postCode])];
}

function joinWords(words: readonly string[]): string {
  return words.filter((word) => word !== '').join(' ');
}

/** Chinese and Japanese write no spaces between places. */
function joinLargest(places: readonly string[]): string {
  return joinWords(places).replaceAll(/(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]) /gu, '');
}
