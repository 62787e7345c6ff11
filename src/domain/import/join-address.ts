/** One cell of an address. A cell without a part becomes a separate line. */
export interface AddressCell {
  part: string | undefined;
  text: string;
}

/** Countries that write the town before the post code. */
const TOWN_FIRST = new Set(
  'US CA AU GB IE NZ IN ZA PK BD LK NP TH SG SA EG ID VN UA NG BR CO PE JM HK'.split(' '),
);
/** Countries that write the number before the street. */
const NUMBER_FIRST = new Set('US CA AU GB IE NZ IN ZA PK BD LK NG SG HK JM FR LU MC MY PH TH'.split(' '));
/** Countries that write the largest place first. */
const LARGEST_FIRST = new Set('JP KR CN TW MO'.split(' '));

/** Joins the parts of an address in the order of the country; `null` if all are empty. */
export function joinAddress(cells: readonly AddressCell[], country: string | null): string | null {
  const filled = cells.filter(({ text }) => text !== '');
  const textsOf = (part?: string) => filled.filter((cell) => cell.part === part).map(({ text }) => text);
  const code = country ?? '';
  const street = [textsOf('street'), textsOf('number')];
  const streetLine = (NUMBER_FIRST.has(code) ? street.toReversed() : street).flat().join(' ');
  const lines = LARGEST_FIRST.has(code)
    ? [
        ...textsOf('postCode'),
        joinLargest([...textsOf('region'), ...textsOf('town'), streetLine]),
        ...textsOf(),
        ...textsOf('extra'),
      ]
    : [...textsOf(), streetLine, ...textsOf('extra'), ...townLines(textsOf, TOWN_FIRST.has(code))];
  const address = lines.filter((line) => line !== '').join('\n');
  return address === '' ? null : address;
}

function townLines(textsOf: (part: string) => string[], isTownFirst: boolean): string[] {
  const [town, postCode, region] = [
    textsOf('town').join(' '),
    textsOf('postCode').join(' '),
    textsOf('region').join(' '),
  ];
  if (!isTownFirst) return [joinWords([postCode, town]), region];
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
