import { type Html, type HtmlValue, html } from '../../domain/markup/html.ts';
import type { QuoteStatus } from '../../domain/quote/quote.ts';
import type { PageMessages } from '../../i18n/messages.ts';
import { type IconName, icon } from '../icons.ts';
import { fill } from '../shell.ts';
import { answerMessage, findQuestion } from './acceptance/questions.ts';
import { rangeText } from './quote/items.ts';
import { FIELDS } from './quote/offer.ts';
import {
  announce,
  type FieldError,
  type FormField,
  type Notice,
  type QuotePage,
  seller,
} from './quote/view.ts';

interface NoticeStyle {
  tone: 'good' | 'calm' | 'warn';
  icon: IconName;
  message: keyof PageMessages;
  /** Anyone can put a notice into the URL, so it is shown only in these statuses. */
  fits?: QuoteStatus[];
}

const DECIDED: QuoteStatus[] = ['ACCEPTED', 'DECLINED', 'CONVERTED'];
const NOTICE_STYLES: Record<Notice, NoticeStyle> = {
  changed: { tone: 'warn', icon: 'info', message: 'noticeChanged' },
  decided: { tone: 'warn', icon: 'info', message: 'noticeDecided', fits: DECIDED },
  closed: { tone: 'warn', icon: 'info', message: 'noticeClosed', fits: ['DRAFT', 'EXPIRED', ...DECIDED] },
  unselected: { tone: 'warn', icon: 'info', message: 'noticeUnselected', fits: ['SENT'] },
  waiting: { tone: 'warn', icon: 'info', message: 'waitingText', fits: ['SENT'] },
  offer_changed: { tone: 'warn', icon: 'info', message: 'noticeOfferChanged', fits: ['SENT'] },
  signed: { tone: 'good', icon: 'check', message: 'noticeSigned', fits: ['SENT'] },
  accepted: { tone: 'good', icon: 'check', message: 'noticeAccepted', fits: ['ACCEPTED', 'CONVERTED'] },
  declined: { tone: 'calm', icon: 'check', message: 'noticeDeclined', fits: ['DECLINED'] },
  question: { tone: 'good', icon: 'check', message: 'noticeQuestion' },
  renewal: { tone: 'good', icon: 'check', message: 'noticeRenewal' },
  proposal: { tone: 'good', icon: 'check', message: 'noticeRenewal', fits: ['SENT'] },
};

/** The result of the last form, first on the page and with the focus. */
export function renderNotice(page: QuotePage): Html | null {
  const style = page.notice && NOTICE_STYLES[page.notice];
  const isTrue = style && (!style.fits || style.fits.includes(page.quote.status));
  // Invalid quantities are marked in any case; errors of the submitted form come first.
  const entries = [...fieldErrors(page), ...(isTrue ? [] : quantityErrors(page))];
  if (entries.length > 0) return renderErrors(page, entries);
  if (!style || !isTrue) return null;
  return html`<div class="notice ${style.tone}" role="status" tabindex="-1" autofocus>
${icon(style.icon)}<p>${fill(isAnnounced(style.message) ? announce(page, style.message) : page.t[style.message], { seller: seller(page) })}</p>
</div>`;
}

function isAnnounced(name: keyof PageMessages): name is 'noticeAccepted' | 'waitingText' {
  return name === 'noticeAccepted' || name === 'waitingText';
}

interface Entry {
  field: string;
  message: HtmlValue;
}

function renderErrors(page: QuotePage, entries: Entry[]): Html {
  return html`<div class="notice bad" role="alert" tabindex="-1" autofocus aria-labelledby="error-heading">
${icon('alert')}<div><h2 id="error-heading">${page.t.errorHeading}</h2>
<ul>${entries.map(({ field, message }) => html`<li><a href="#${field}">${message}</a></li>`)}</ul></div>
</div>`;
}

function fieldErrors(page: QuotePage): Entry[] {
  const errors = Object.entries(page.errors ?? {}) as [FormField, FieldError][];
  return errors.map(([field, error]) => {
    const target = field === 'changes' ? 'changes-wanted' : field;
    const label = (error === 'tooLong' || findQuestion(page, field)) && `${getLabel(page, field)}: `;
    return { field: target, message: [label, errorMessage(page, field, error)] };
  });
}

function quantityErrors(page: QuotePage): Entry[] {
  return Object.keys(page.typed ?? {}).flatMap((line) => {
    const item = page.quote.items[Number(line)];
    if (!item?.quantityRange) return [];
    const [name] = item.description.split('\n');
    const message = html`<bdi>${name}</bdi>: ${rangeText(page, item.quantityRange)}`;
    return [{ field: FIELDS.quantity(Number(line)), message }];
  });
}

export function errorMessage(page: QuotePage, field: FormField, error: FieldError): string {
  const { t } = page;
  const asked = findQuestion(page, field);
  if (asked) return answerMessage(page, asked, error);
  if (field === 'signature') return t.errorSignature;
  if (error === 'tooLong') return t.errorTooLong;
  if (field === 'changes') return error === 'required' ? t.errorNothingLeft : t.errorChanges;
  return field === 'question' || field === 'proposal' ? t.errorQuestionRequired : t.errorNameRequired;
}

function getLabel(page: QuotePage, field: FormField): string {
  const { t } = page;
  if (field === 'name') return t.fullName;
  if (field === 'proposal') return t.changesText;
  return findQuestion(page, field)?.label ?? t[field as Exclude<typeof field, `answer-${string}`>];
}
