import type { Account } from '../../domain/account/account.ts';
import type { Locale } from '../../i18n/locale.ts';

/** The content of an email before it is rendered as text and as HTML. Every field is plain text. */
export interface MailBody {
  account: Account;
  locale: Locale;
  subject: string;
  /** The text that a mailbox shows next to the subject. */
  preview: string;
  /** Small line above the heading. */
  kicker: string;
  heading: string;
  /** Paragraphs. Line breaks within them are kept. */
  prose: string[];
  /** A text that a person wrote, set off from the rest. */
  quotation?: string | null;
  /** What is different from an earlier email. */
  changes?: { label: string; lines: string[] } | null;
  facts: MailFact[];
  button?: { label: string; url: string } | null;
  /** Links to the attachments that are too large for the email. */
  files?: { label: string; links: { name: string; url: string }[] } | null;
  /** Small print after the button. */
  notes: string[];
  /** Link in the footer that ends emails of this kind. */
  unsubscribe?: { label: string; url: string };
}

export interface MailFact {
  label: string;
  value: string;
  /** `strong` is emphasized; `code` is monospaced and may break anywhere. */
  look?: 'strong' | 'code';
}
