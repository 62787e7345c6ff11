import type { BrandTones } from '../../../domain/markup/brand.ts';
import type { ProseBlock } from '../../../domain/markup/prose.ts';
import type { QrBillTexts } from '../../../i18n/invoice/qr-bill-texts.ts';
import type { FontStack } from '../typst/fonts.ts';

/** Everything the template prints, already formatted, in three files by how often they change. */
export interface DocumentView {
  style: DocumentStyle;
  frame: PageFrame;
  data: DocumentData;
}

/** The same for most documents of an account. */
export interface DocumentStyle {
  lang: string;
  region: string | null;
  rtl: boolean;
  paper: 'a4' | 'us-letter';
  fonts: FontStack;
  accent: BrandTones;
  /** Space between lines, in em. */
  leading: number;
  page: string;
  'footer-lines': number;
  /** From 1 for the usual spacing to 0 for the tightest, so that a document ends one page earlier. */
  ease: number;
  /** Zero to nine in the document's numerals. */
  digits: string[];
  /** Tabular if the numerals support it. */
  figures: 'tabular' | 'proportional';
  watermark: { text: string; size: number } | null;
  /** The foot of the last page is a Swiss QR-bill. */
  'has-slip': boolean;
}

/** Printed on every page. */
export interface PageFrame {
  running: Text;
  author: Text;
  /** One entry per line. */
  footer: Text[];
}

export interface DocumentData {
  /** File properties. The date is year, month, day, hour, minute, second in UTC. */
  title: string;
  author: string;
  date: number[];
  kind: Text;
  /** Says that the document is not approved. */
  mark: Text | null;
  number: Text;
  logo: Picture | null;
  /** The logo is white. */
  'logo-has-plate': boolean;
  headline: { text: Text; size: number; tracking: number };
  description: Prose | null;
  'parties-first': boolean;
  customer: Party;
  seller: Party;
  /** A fact that is `whole`, such as a date, never breaks. */
  facts: [label: Text, value: Text, whole?: 'whole'][];
  /** The facts are known to fit in a third of the paper, on one line each. */
  'facts-are-narrow': boolean;
  /** Text in the place for the seller's seal. */
  seal: string | null;
  'total-on-top': boolean;
  /** Labels are in both languages, on two lines. */
  'facts-in-two-lines': boolean;
  columns: Column[];
  items: (Text | ItemText)[][];
  /** Groups by the index of their first item. */
  groups: Record<number, Group>;
  /** Widths of each row's text and of its details on one line each, in em, if known. Groups are rows too. */
  'line-widths': (number[] | null)[];
  /** The last item is short enough to share a page with the totals. */
  'last-is-short': boolean;
  sums: [label: Text, remark: Text | null, amount: string][];
  total: { label: Text; value: string; size: number };
  /** Taxes that the total contains. */
  included: DocumentData['sums'];
  /** Why something is not taxed, in sentences. */
  'tax-notes': Text[];
  'total-in-words': Section | null;
  /** Every sum and the total are known to fit on one line in the text face. */
  'totals-fit-lines': boolean;
  /** The terms and the acceptance stay on one page with the totals. */
  'closing-is-short': boolean;
  /** Below the totals: the payment schedule, or the earlier invoices. */
  listing: Listing | null;
  payment: PaymentDetails | null;
  /** The Swiss QR-bill. */
  slip: PaymentSlip | null;
  /** Maximum number of lines, if known without typesetting. */
  'closing-lines': { texts: number[]; acceptance: number } | null;
  /** The terms and other texts below the totals. */
  texts: { label: Text; text: Prose }[];
  /** `second` is the text in the other language, next to the first. */
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
 * A zero-width space marks a place where a long word may break. A text against the direction of the document, or an
 * item that may need more than a page, is an object.
 */
export type Text = string | DirectedText | { parts: (string | Isolated)[] };

interface DirectedText {
  text: string;
  rtl: boolean;
  tall: boolean;
  /** The rest of an item's description after its name, if it contains a list. */
  details?: ProseBlock[];
}

/** A text with lists. `rtl` is set if it runs against the direction of the document. */
export interface Prose {
  blocks: ProseBlock[];
  rtl: boolean | null;
}

/** An item with its details. `off` marks an item that is not selected and not in the total. */
export interface ItemText {
  item: Text;
  details: Text;
  /** The prices by quantity, as a small table. */
  steps?: [quantity: Text, price: string][];
  off: boolean;
  tall: boolean;
}

/** A section of items. Without a name, it ends the previous section. */
export interface Group {
  name: Text | null;
  subtotal: string;
  /** Sums per tax rate, if the section has several and the prices of its items are hidden. */
  rates: [label: Text, amount: string][];
}

/** A text whose character order does not depend on its surroundings. */
export interface Isolated {
  text: string;
  rtl: boolean;
  /** The URL that it links to. */
  link?: string;
  /** Never breaks. */
  whole?: true;
}

export interface Column {
  label: Text;
  /** Samples of a number column, one of which is the widest. */
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

/** Link and QR code to the customer page, for screen and paper. */
export interface OnlineAcceptance {
  link: Text;
  code: Picture;
}

/** Rows of a bank account with an IBAN, or free-form lines. */
export interface PaymentDetails {
  label: Text;
  rows: [label: Text, value: Text][];
  lines: Text[];
  code: { picture: Picture; label: Text } | null;
}

/** Receipt and payment part of a Swiss QR-bill. All texts are Latin, from left to right. */
export interface PaymentSlip {
  language: string;
  labels: QrBillTexts;
  /** IBAN and creditor, one entry per line. */
  account: string[];
  reference: string;
  message: string;
  /** `null` prints an empty field. */
  debtor: string[] | null;
  currency: string;
  amount: string;
  code: Picture;
}

/** A table below the totals. The last `amounts` columns are amounts. */
export interface Listing {
  label: Text;
  head: Text[];
  rows: Text[][];
  amounts: number;
}

export interface AcceptanceRecord {
  label: Text;
  rows: [label: Text, value: Text][];
  hash: Section | null;
  signature: Picture | null;
}
