import { openThread } from '../../../../actions/agreement/messages/thread.ts';
import { findOpenProposal } from '../../../../actions/agreement/proposals/read-proposals.ts';
import { findDecision, type OpenedQuote } from '../../../../actions/sending/links/open-quote.ts';
import { findPageSettings } from '../../../../actions/sending/outbox/notice-address.ts';
import type { Deps } from '../../../../app/deps.ts';
import {
  hasSignatures,
  isInTurn,
  isSameAddress,
  type Signer,
} from '../../../../domain/quote/acceptance/signers.ts';
import { applyChoices } from '../../../../domain/quote/compose-quote.ts';
import { isChangeable, type LineItem } from '../../../../domain/quote/line/line-item.ts';
import type { ChosenLine, LineChoice } from '../../../../domain/quote/line/selection.ts';
import { isQuantityShown, type Show } from '../../../../domain/quote/line/show.ts';
import { isOpen, type Quote } from '../../../../domain/quote/quote.ts';
import { CONTENT_TEXT_NAMES, mapTexts } from '../../../../domain/quote/quote-texts.ts';

/** The offer as the page shows it, for a customer's program, and what can be done with it. Each field is named: no other leaves. */
export async function formatOffer(
  deps: Deps,
  token: string,
  opened: OpenedQuote,
  choices: readonly LineChoice[] = [],
): Promise<object> {
  const { link, source, document } = opened;
  const quote = choices.length > 0 ? applyChoices(opened.quote, choices) : opened.quote;
  const page = `${deps.publicUrl()}/q/${token}`;
  const settings = await findPageSettings(deps, link.account_id);
  const { messages } = await openThread(deps, opened);
  const asked = opened.openProposals > 0 ? await findOpenProposal(deps, link) : undefined;
  const decision = await findDecision(deps, opened);
  const { name, email, phone, website, address, country, taxId } = source.account;
  return {
    ...{ number: quote.number, title: quote.title, status: quote.status, revision: quote.revision },
    ...{ ...mapTexts(CONTENT_TEXT_NAMES, (text) => quote[text]), reference: quote.reference },
    ...{ currency: quote.currency, pricesIncludeTax: quote.pricesIncludeTax, validUntil: quote.validUntil },
    items: quote.items.map((item) => formatItem(item, quote.show)),
    ...pickTotals(quote),
    invoiceOnAcceptance: quote.invoiceOnAcceptance,
    acceptanceFields: quote.acceptanceFields ?? [],
    attachments: quote.attachments.map(({ name: file, size, contentType, sha256 }) => {
      return {
        name: file,
        size,
        contentType,
        sha256,
        url: `${page}/attachments/${encodeURIComponent(file)}`,
      };
    }),
    seller: { name, email, phone, website, address, country, taxId },
    customer: { name: source.customer.name },
    ...{ page, pdf: `${page}/pdf`, offerSha256: document.sha256 },
    messages: messages.map(({ from, author, text, createdAt }) => ({ from, author, text, createdAt })),
    proposal: asked ? { text: asked.text, changes: asked.changes, createdAt: asked.createdAt } : null,
    decision: decision && {
      ...{ decision: decision.decision, at: decision.at },
      // One signer learns nothing of another but the name, and whether they have signed.
      ...(!quote.signers && { name: decision.name, reason: decision.reason }),
      ...{ selection: formatSelection(quote, decision.selection), total: decision.total },
      ...(decision.recurring && { recurring: decision.recurring, contractTotal: decision.contractTotal }),
      offerSha256: decision.offerSha256,
      answers: decision.answers,
    },
    // The first signature has fixed them for the others.
    answers: hasSignatures(quote) && isOpen(quote) ? (quote.answers ?? {}) : null,
    signers: quote.signers?.map((signer) => formatSigner(signer, link.recipient)) ?? null,
    actions: listActions(page, opened, settings),
  };
}

/** What was chosen, without quantities that the page hides. */
function formatSelection({ items, show }: Quote, selection: readonly ChosenLine[] | null): object[] | null {
  const isShown = (id: string) => items.some((item) => item.id === id && isQuantityShown(show, item));
  return (
    selection?.map(({ id, selected, quantity }) => ({ id, selected, ...(isShown(id) && { quantity }) })) ??
    null
  );
}

function pickTotals(quote: Quote): object {
  const { subtotal, discountType, discountValue, discountAmount, taxes, taxAmount, total, sections } = quote;
  const { paymentSchedule, recurring, recurringFrom, contractTotal } = quote;
  return {
    ...{ subtotal, discountType, discountValue, discountAmount, taxes, taxAmount, total, sections },
    ...{ paymentSchedule, ...(recurring && { recurring, recurringFrom, contractTotal }) },
  };
}

/** Of the others the name and whether they have signed; of the reader also that an edit has voided it. */
function formatSigner({ name, email, signedAt, voidedAt }: Signer, recipient: string): object {
  const isReader = isSameAddress(email, recipient);
  return {
    ...{ name, hasSigned: signedAt !== null },
    ...(isReader && { isYou: true, voidedAt: voidedAt ?? null }),
  };
}

/** An item without what the page hides, and without what belongs to the business. */
function formatItem(item: LineItem, show: Show): object {
  const { id, description, sku, section, optional, choice, selected, quantityRange, recurring } = item;
  const { quantity, unit, unitPrice, amount, taxRate, taxCategory, taxReason, quantityPrices } = item;
  const { discountType, discountValue, discountAmount } = item;
  return {
    ...{ id, description, sku, section, optional, choice, selected, quantityRange, recurring },
    ...(isQuantityShown(show, item) && { quantity, unit }),
    ...(show.linePrices && {
      unitPrice,
      ...(isQuantityShown(show, item) && { quantityPrices }),
      discountType,
      discountValue,
      discountAmount,
      amount,
    }),
    ...(show.linePrices && { taxRate, taxCategory, taxReason }),
  };
}

/** The addresses of the forms. Only a person may accept unless the business says otherwise. */
function listActions(
  page: string,
  { quote, link }: OpenedQuote,
  { proposals, programsMayAccept, isClosed }: Awaited<ReturnType<typeof findPageSettings>>,
): object {
  if (isClosed) return {};
  const question = { url: `${page}/question` };
  // A signer waits for their turn, and signs once.
  if (!isOpen(quote) || !isInTurn(quote, link.recipient)) return { question };
  return {
    accept: { url: `${page}/accept`, personNeeded: !programsMayAccept },
    decline: { url: `${page}/decline` },
    ...(!hasSignatures(quote) && quote.items.some(isChangeable) && { choose: { url: `${page}/choose` } }),
    ...(proposals !== 'off' && { proposal: { url: `${page}/proposal`, allows: proposals } }),
    question,
  };
}
