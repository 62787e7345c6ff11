/** A part of a tax that the law gives its own name. */
export interface TaxPart {
  name: string;
  /** In percent. */
  rate: number;
  tax: number;
}

/** The names of the parts into which a tax is split in equal shares. */
export type TaxSplit = readonly string[];

/** Splits a tax. The parts add up to it: the first ones have one unit more if it does not divide. */
export function splitTax({ rate, tax }: { rate: number; tax: number }, split: TaxSplit): TaxPart[] {
  const share = Math.trunc(tax / split.length);
  const left = tax - share * split.length;
  return split.map((name, index) => ({
    name,
    rate: rate / split.length,
    tax: share + (index < left ? 1 : 0),
  }));
}
