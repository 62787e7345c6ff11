import { type Html, html } from '../../../domain/markup/html.ts';
import { isOpen, type QuoteStatus } from '../../../domain/quote/quote.ts';
import type { MessageTexts } from '../../../i18n/messages.ts';
import { type IconName, icon } from '../../icons.ts';
import { fill } from '../../shell.ts';
import { explainSigning, isSignerIdle } from '../acceptance/signers.ts';
import { announce, day, type QuotePage, renderExpiry, seller } from './view.ts';

const STATUS_STYLES: Record<
  QuoteStatus,
  { tone: string; icon: IconName; label: keyof MessageTexts<'page'> }
> = {
  DRAFT: { tone: 'calm', icon: 'pen', label: 'statusDraft' },
  SENT: { tone: 'open', icon: 'clock', label: 'statusOpen' },
  ACCEPTED: { tone: 'good', icon: 'check', label: 'accepted' },
  DECLINED: { tone: 'calm', icon: 'cross', label: 'statusDeclined' },
  EXPIRED: { tone: 'warn', icon: 'clock', label: 'statusExpired' },
  CONVERTED: { tone: 'good', icon: 'receipt', label: 'statusInvoiced' },
};

/** The status of the quote: an icon, a label and an explanation if needed. */
export function renderStatus(page: QuotePage): Html {
  const style = STATUS_STYLES[page.quote.status];
  const text = page.isClosed ? fill(page.t.accountClosedText, { seller: seller(page) }) : explain(page);
  const isWaiting = isSignerIdle(page) || (page.isClosed && isOpen(page.quote));
  return html`<div class="status ${style.tone}">
${!isWaiting && html`<p class="pill">${icon(style.icon)} ${page.t[style.label]}</p>`}
${text && html`<p>${text}</p>`}
</div>`;
}

function explain(page: QuotePage): Html | string | null {
  const { quote, t } = page;
  switch (quote.status) {
    case 'SENT':
      return explainSigning(page);
    case 'DRAFT':
      return fill(announce(page, 'draftText'), { seller: seller(page) });
    case 'EXPIRED':
      return fill(t.expiredText, { date: renderExpiry(page, quote.validUntil) });
    case 'DECLINED':
      return fill(t.declinedText, { date: day(page, decidedAt(page)) });
    case 'ACCEPTED':
      return explainAcceptance(page);
    case 'CONVERTED':
      return html`${page.decision?.decision === 'ACCEPTED' && explainAcceptance(page)} ${(page.invoices ?? []).length > 0 && fill(t.invoicedText, { seller: seller(page) })}`;
  }
}

function explainAcceptance(page: QuotePage): Html {
  const { t, quote, decision } = page;
  const name = decision?.name ?? quote.acceptedBy;
  const date = day(page, decidedAt(page));
  return name
    ? fill(t.acceptedByText, { name: html`<bdi>${name}</bdi>`, date })
    : fill(t.acceptedText, { date });
}

function decidedAt({ quote, decision }: QuotePage): string {
  return decision?.at ?? quote.acceptedAt ?? quote.declinedAt ?? quote.updatedAt;
}
