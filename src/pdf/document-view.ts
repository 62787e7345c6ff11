import type { Accent } from './accent.ts';
import type { FontStack } from './fonts.ts';

/** All that the template prints, in words and figures as they appear. */
export interface DocumentView {
  lang: string;
  region: string | null;
  rtl: boolean;
  paper: 'a4' | 'us-letter';
  /** year, month, day, hour, minute, second in UTC, for the file's properties */
  date: number[];
  fonts: FontStack;
  accent: Accent;
  /** room between lines, in the size of the letters */
  leading: number;
  /** of the file, not printed */
  title: string;
  author: string;
  kind: string;
  number: string;
  running: Text;
  footer: Text;
  page: string;
  watermark: { text: string; size: number } | null;
  logo: Picture | null;
  headline: { text: Text; size: number; tracking: number };
  description: Text | null;
  customer: Party;
  seller: Party;
  facts: [label: string, value: Text][];
  columns: string[];
  items: Text[][];
  sums: [label: string, remark: string | null, amount: string][];
  total: { label: string; value: string; size: number };
  terms: Section | null;
  acceptance: (Section & { fields: string[] }) | null;
  record: AcceptanceRecord | null;
}

/**
 * A zero-width space in it marks a place where a long word may break.
 * One that runs the other way than the document says so.
 */
export type Text = string | { text: string; rtl: boolean };

export interface Picture {
  path: string;
  alt: string;
}

export interface Party {
  label: string;
  name: Text;
  lines: Text;
}

export interface Section {
  label: string;
  text: Text;
}

export interface AcceptanceRecord {
  label: string;
  rows: [label: string, value: Text][];
  hash: Section | null;
  signature: Picture | null;
}
