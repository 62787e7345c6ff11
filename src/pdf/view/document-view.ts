import type { ProseBlock } from '../../markup/prose.ts';
import type { FontStack } from '../typst/fonts.ts';
import type { Accent } from './accent.ts';

/** All that the template prints, in words and figures as they appear, in three files by how often they change. */
export interface DocumentView {
  style: DocumentStyle;
  frame: PageFrame;
  data: DocumentData;
}

/** The same for most documents of a business. */
export interface DocumentStyle {
  lang: string;
  region: string | null;
  rtl: boolean;
  paper: 'a4' | 'us-letter';
  fonts: FontStack;
  accent: Accent;
  /** room between lines, in the size of the letters */
  leading: number;
  page: string;
  'footer-lines': number;
  /** less room between the parts, so that a document ends on the page before */
  tight: boolean;
  /** from zero to nine, as the language writes them */
  digits: string[];
  /** equally wide where the digits are made for it */
  figures: 'tabular' | 'proportional';
  watermark: { text: string; size: number } | null;
}

/** On every page. */
export interface PageFrame {
  running: Text;
  author: Text;
  /** line by line */
  footer: Text[];
}

export interface DocumentData {
  /** the file's properties; the date is year, month, day, hour, minute, second in UTC */
  title: string;
  author: string;
  date: number[];
  kind: Text;
  number: Text;
  logo: Picture | null;
  headline: { text: Text; size: number; tracking: number };
  description: Prose | null;
  'parties-first': boolean;
  customer: Party;
  seller: Party;
  facts: [label: Text, value: Text][];
  /** in the place for the seller's seal */
  seal: string | null;
  'total-on-top': boolean;
  /** they may need more than a third of the paper, and get no more */
  'facts-are-wide': boolean;
  /** which of them stand below their labels */
  'facts-below': boolean[];
  /** their labels are in both languages, one below the other */
  'facts-in-two-lines': boolean;
  columns: Column[];
  items: (Text | ItemText)[][];
  /** before which items a group begins */
  groups: Record<number, Group>;
  /** of each row's text in one line and of its details in another, in sizes of their letters, where known; groups are rows too */
  'line-widths': (number[] | null)[];
  /** the last item is short enough to share a page with the totals */
  'last-is-short': boolean;
  sums: [label: Text, remark: Text | null, amount: string][];
  total: { label: Text; value: string; size: number };
  'total-in-words': Section | null;
  /** each of the sums and the total surely takes one line of the text face */
  'totals-fit-lines': boolean;
  /** the terms and the answer stay together with the totals */
  'closing-is-short': boolean;
  /** below the totals: the payment schedule, or the earlier invoices */
  listing: Listing | null;
  payment: PaymentDetails | null;
  /** so many lines at most, where that is known without setting them */
  'closing-lines': { terms: number; acceptance: number } | null;
  terms: { label: Text; text: Prose } | null;
  /** `second`: the text in the other language, beside it */
  acceptance:
    | (Section & {
        second: { text: Text; rtl: boolean } | null;
        fields: Text[];
        online: OnlineAcceptance | null;
      })
    | null;
  record: AcceptanceRecord | null;
}

/**
 * A zero-width space in it marks a place where a long word may break.
 * One that runs the other way than the document says so, and so does an item that may need a page or more.
 */
export type Text = string | DirectedText | { parts: (string | Isolated)[] };

interface DirectedText {
  text: string;
  rtl: boolean;
  tall: boolean;
  /** of an item: what follows its name, where that has a list */
  details?: ProseBlock[];
}

/** A text with lists; `rtl` where it runs the other way than the document. */
export interface Prose {
  blocks: ProseBlock[];
  rtl: boolean | null;
}

/** An item with what else there is to say of it; `off`: not selected, and outside the sum. */
export interface ItemText {
  item: Text;
  details: Text;
  off: boolean;
  tall: boolean;
}

/** Without a name: the end of the group before. */
export interface Group {
  name: Text | null;
  subtotal: string;
}

/** Nothing beside it changes the order of what is in it. */
export interface Isolated {
  text: string;
  rtl: boolean;
  /** where it leads */
  link?: string;
}

export interface Column {
  label: Text;
  /** of a column of numbers: texts among which is the widest */
  widest: string[];
}

export interface Picture {
  path: string;
  alt: string;
}

export interface Party {
  label: Text;
  name: Text;
  lines: Text[];
}

interface Section {
  label: Text;
  text: Text;
}

/** The page on which it can be accepted, for the screen and for paper. */
export interface OnlineAcceptance {
  link: Text;
  code: Picture;
}

/** Rows of an account with an IBAN, or free lines. */
export interface PaymentDetails {
  label: Text;
  rows: [label: Text, value: Text][];
  lines: Text[];
  code: { picture: Picture; label: Text } | null;
}

export interface Listing {
  label: Text;
  head: [Text, Text, Text];
  rows: [Text, Text, amount: string][];
}

export interface AcceptanceRecord {
  label: Text;
  rows: [label: Text, value: Text][];
  hash: Section | null;
  signature: Picture | null;
}
