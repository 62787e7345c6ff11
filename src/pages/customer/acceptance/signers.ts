import { type Html, html } from '../../../domain/markup/html.ts';
import { hasSignatures, isInTurn } from '../../../domain/quote/acceptance/signers.ts';
import { isOpen } from '../../../domain/quote/quote.ts';
import { listAnswers } from '../../../i18n/quote/answers.ts';
import { icon } from '../../icons.ts';
import { announce, type QuotePage } from '../quote/view.ts';
import { renderQuestions } from './questions.ts';

/** Whether who has this link can decide now: a signer waits for their turn, and signs once. */
export function isDecidable({
  quote,
  signer,
  isClosed = false,
}: Pick<QuotePage, 'quote' | 'signer' | 'isClosed'>): boolean {
  return !isClosed && isOpen(quote) && isInTurn(quote, signer?.email ?? '');
}

/** Whether nothing is expected of a signer now: they have signed, or wait for others. */
export function isSignerIdle(page: Pick<QuotePage, 'quote' | 'signer'>): boolean {
  return isOpen(page.quote) && page.signer !== undefined && !isDecidable(page);
}

/** Who has signed: names and states, and nothing else of the others. */
export function renderSigners({ quote, t }: QuotePage): Html | null {
  if (!quote.signers) return null;
  return html`<section class="card signers" aria-labelledby="signers"><h2 id="signers">${t.signers}</h2>
<ul class="plain-list">${quote.signers.map(
    ({ name, signedAt }) =>
      html`<li>${icon(signedAt === null ? 'clock' : 'check')} <span><bdi>${name}</bdi>: ${signedAt === null ? t.signerMissing : t.signerSigned}</span></li>
`,
  )}</ul></section>`;
}

/** What a signer has to know about an open quote. */
export function explainSigning(page: QuotePage): string | null {
  const { quote, signer, t } = page;
  if (!quote.signers || !signer) return null;
  if (signer.signedAt !== null) return t.signedText;
  const isWaiting = !isDecidable({ quote, signer });
  // Who waits and has never signed has nothing to sign again.
  const told = isWaiting ? [signer] : quote.signers;
  const isVoid = told.some(({ voidedAt }) => voidedAt !== undefined);
  const texts = [isVoid && t.signaturesVoid, isWaiting && announce(page, 'waitingText')];
  return texts.filter((text) => text !== false).join(' ') || null;
}

/** The questions, or the answers that the first signature has fixed. */
export function renderAnswerFields(page: QuotePage): Html {
  const { quote, t, locale } = page;
  if (!hasSignatures(quote)) return renderQuestions(page);
  const rows = listAnswers(quote.acceptanceFields, quote.answers ?? {}, locale, t);
  return html`<p>${t.fixedText}</p>
${rows.length > 0 && html`<dl>${rows.map(({ label, value }) => html`<div><dt>${label}</dt><dd><bdi>${value}</bdi></dd></div>\n`)}</dl>`}`;
}
