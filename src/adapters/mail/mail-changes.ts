import type { ContentChanges } from '../../domain/quote/changes.ts';
import { SHOW_ALL } from '../../domain/quote/line/show.ts';
import type { Quote } from '../../domain/quote/quote.ts';
import { computeRecurringSums } from '../../domain/quote/recurring/recurring-fields.ts';
import { fill } from '../../i18n/fill.ts';
import { MAIL, PAGE } from '../../i18n/messages.ts';
import { describeChange, pickShown } from '../../i18n/quote/describe-change.ts';
import { formatPayments } from '../../i18n/quote/recurring.ts';
import type { MailBody } from './mail-body.ts';

/** A longer list is read on the page of the quote. */
const MAX_LINES = 20;

/** What has changed since the revision that the customer got before, without prices that the quote may not show. */
export function listChanges(
  { before, lines, isContentChanged }: ContentChanges,
  quote: Quote,
  locale: MailBody['locale'],
): NonNullable<MailBody['changes']> {
  const t = PAGE[locale.language];
  const { pair } = MAIL[locale.language];
  const show = pickShown(before.show ?? SHOW_ALL, quote.show);
  const reading = {
    ...{ locale, t },
    before: { currency: before.currency, show: show.before },
    now: { currency: quote.currency, show: show.now },
  };
  const arrow = locale.direction === 'rtl' ? '←' : '→';
  const named = lines.slice(0, MAX_LINES).map((line) => {
    const { label, name, figures, before: old } = describeChange(line, reading);
    const change = `${old.join(' · ')} ${arrow} ${figures.join(' · ')}`;
    return fill(pair, { label, value: old.length > 0 ? fill(pair, { label: name, value: change }) : name });
  });
  const [totalBefore = '', totalNow] = [before, quote].map((content) =>
    formatPayments({ ...computeRecurringSums(content), currency: content.currency }, locale, t),
  );
  return {
    label: t.changes,
    lines: [
      ...named,
      ...(lines.length > MAX_LINES ? ['…'] : []),
      ...(isContentChanged ? [t.textChanged] : []),
      ...(totalBefore === totalNow ? [] : [fill(pair, { label: t.totalBefore, value: totalBefore })]),
    ],
  };
}
