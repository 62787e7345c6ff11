import type { ContentChanges } from '../../domain/quote/changes.ts';
import type { Quote } from '../../domain/quote/quote.ts';
import { fill } from '../../i18n/fill.ts';
import { formatMoney } from '../../i18n/format.ts';
import { MAIL, PAGE } from '../../i18n/messages.ts';
import type { MailBody } from './mail-body.ts';

/** A longer list is read on the page of the quote. */
const MAX_LINES = 20;

/** What has changed since the revision that the customer got before, without prices that the quote may not show. */
export function listChanges(
  { before, lines, isContentChanged }: ContentChanges,
  { total, currency }: Pick<Quote, 'total' | 'currency'>,
  locale: MailBody['locale'],
): NonNullable<MailBody['changes']> {
  const words = PAGE[locale.language];
  const { pair } = MAIL[locale.language];
  const labels = { added: words.lineAdded, removed: words.lineRemoved, changed: words.lineChanged };
  const named = lines.map((line) => {
    const { description } = line.kind === 'removed' ? line.before : line.now;
    return fill(pair, { label: labels[line.kind], value: description.split('\n', 1)[0] ?? '' });
  });
  const isTotalChanged = before.total !== total || before.currency !== currency;
  const totalBefore = formatMoney(before.total, before.currency, locale);
  return {
    label: words.changes,
    lines: [
      ...named.slice(0, MAX_LINES),
      ...(named.length > MAX_LINES ? ['…'] : []),
      ...(isContentChanged ? [words.textChanged] : []),
      ...(isTotalChanged ? [fill(pair, { label: words.totalBefore, value: totalBefore })] : []),
    ],
  };
}
