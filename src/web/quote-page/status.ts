import type { QuoteStatus } from '../../domain/quote/quote.ts';
import type { Sayings } from '../../i18n/messages.ts';
import { type Html, html } from '../../markup/html.ts';
import { type IconName, icon } from '../icons.ts';
import { fill } from '../shell.ts';
import { day, end, type QuotePage, seller } from './view.ts';

const LOOKS: Record<QuoteStatus, { tone: string; icon: IconName; label: keyof Sayings<'page'> }> = {
  DRAFT: { tone: 'calm', icon: 'pen', label: 'statusDraft' },
  SENT: { tone: 'open', icon: 'clock', label: 'statusOpen' },
  ACCEPTED: { tone: 'good', icon: 'check', label: 'accepted' },
  DECLINED: { tone: 'calm', icon: 'cross', label: 'statusDeclined' },
  EXPIRED: { tone: 'warn', icon: 'clock', label: 'statusExpired' },
  CONVERTED: { tone: 'good', icon: 'receipt', label: 'statusInvoiced' },
};

/** The status of the quote: an icon, a label and an explanation if needed. */
export function renderStatus(page: QuotePage): Html {
  const look = LOOKS[page.quote.status];
  const text = explain(page);
  return html`<div class="status ${look.tone}">
<p class="pill">${icon(look.icon)} ${page.say[look.label]}</p>
${text && html`<p>${text}</p>`}
</div>`;
}

function explain(page: QuotePage): Html | null {
  const { quote, say } = page;
  switch (quote.status) {
    case 'SENT':
      return null;
    case 'DRAFT':
      return fill(say.draftText, { seller: seller(page) });
    case 'EXPIRED':
      return fill(say.expiredText, { date: end(page, quote.validUntil) });
    case 'DECLINED':
      return fill(say.declinedText, { date: day(page, decidedAt(page)) });
    case 'ACCEPTED':
      return explainAcceptance(page);
    case 'CONVERTED':
      return html`${page.acceptance?.decision === 'ACCEPTED' && explainAcceptance(page)} ${fill(say.invoicedText, { seller: seller(page) })}`;
  }
}

function explainAcceptance(page: QuotePage): Html {
  const { say, quote, acceptance } = page;
  const name = acceptance?.name ?? quote.acceptedBy;
  const date = day(page, decidedAt(page));
  return name
    ? fill(say.acceptedByText, { name: html`<bdi>${name}</bdi>`, date })
    : fill(say.acceptedText, { date });
}

function decidedAt({ quote, acceptance }: QuotePage): string {
  return acceptance?.at ?? quote.acceptedAt ?? quote.declinedAt ?? quote.updatedAt;
}
