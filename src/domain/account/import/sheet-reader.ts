/** A row of a spreadsheet as texts. */
export interface SheetRow {
  /** Number of the row in the sheet. */
  line: number;
  cells: string[];
}

export interface SheetOptions {
  /** One row more is read, so that the caller can detect a longer sheet. */
  maxRows: number;
  /** The sign before the decimals of numbers. */
  decimal: string;
}

/** Reads spreadsheets. */
export interface SheetReader {
  /** Files of the accounts are read in turn. Throws a `Problem` if the file is none, or needs too much time or memory. */
  read(bytes: Uint8Array, options: SheetOptions, account?: string): Promise<SheetRow[]>;
  close(): Promise<void>;
}

/** Whether a file begins as a ZIP, which no text does. */
export function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4;
}
