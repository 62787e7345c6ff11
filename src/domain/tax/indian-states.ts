/** A state or union territory of India. */
export interface IndianState {
  /** The first two digits of a GSTIN. */
  code: string;
  /** Whether it is a union territory without a legislature of its own, whose tax has another name. */
  isTerritory: boolean;
}

/** Code in a GSTIN, then letters and names by which an address may have it. `*` marks a union territory without a legislature. */
const STATES = `01 JK, Jammu and Kashmir
02 HP, Himachal Pradesh
03 PB, Punjab
04* CH, Chandigarh
05 UK, UT, Uttarakhand, Uttaranchal
06 HR, Haryana
07 DL, Delhi, New Delhi, NCT of Delhi
08 RJ, Rajasthan
09 UP, Uttar Pradesh
10 BR, Bihar
11 SK, Sikkim
12 AR, Arunachal Pradesh
13 NL, Nagaland
14 MN, Manipur
15 MZ, Mizoram
16 TR, Tripura
17 ML, Meghalaya
18 AS, Assam
19 WB, West Bengal
20 JH, Jharkhand
21 OD, OR, Odisha, Orissa
22 CG, CT, Chhattisgarh
23 MP, Madhya Pradesh
24 GJ, Gujarat
25* DD, Daman and Diu
26* DH, DN, Dadra and Nagar Haveli, Dadra and Nagar Haveli and Daman and Diu
27 MH, Maharashtra
29 KA, Karnataka
30 GA, Goa
31* LD, Lakshadweep
32 KL, Kerala
33 TN, Tamil Nadu
34 PY, Puducherry, Pondicherry
35* AN, Andaman and Nicobar Islands, Andaman and Nicobar
36 TS, TG, Telangana
37 AP, Andhra Pradesh
38* LA, Ladakh
97* Other Territory`;

/** Daman and Diu is part of one territory with Dadra and Nagar Haveli, and Andhra Pradesh has a new code. */
const MERGED = new Map([
  ['25', '26'],
  ['28', '37'],
]);

const byName = new Map<string, IndianState>();
const byCode = new Map<string, IndianState>();
for (const line of STATES.split('\n')) {
  const isTerritory = line[2] === '*';
  const own = line.slice(0, 2);
  const state = { code: MERGED.get(own) ?? own, isTerritory };
  byCode.set(own, state);
  for (const name of line.slice(isTerritory ? 4 : 3).split(', ')) byName.set(toKey(name), state);
}

/** Finds a state by its name, its letters or its code: “Karnataka”, “KA”, “IN-KA”, “29”. */
export function findIndianState(region: string | null | undefined): IndianState | null {
  const key = toKey(region ?? '').replace(/^in-/, '');
  return byName.get(key) ?? byCode.get(MERGED.get(key) ?? key) ?? null;
}

/** Finds the state in which a GSTIN is registered. */
export function findStateOfGstin(taxId: string | null | undefined): IndianState | null {
  const id = taxId?.replaceAll(/[\s-]/g, '') ?? '';
  return /^\d{2}[A-Za-z0-9]{13}$/.test(id) ? findIndianState(id.slice(0, 2)) : null;
}

function toKey(name: string): string {
  return name.trim().toLowerCase().replaceAll('&', 'and').replaceAll(/\s+/g, ' ');
}
