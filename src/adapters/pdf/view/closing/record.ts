import type { DecisionRecord } from '../../../../domain/quote/decision.ts';
import type { Quote } from '../../../../domain/quote/quote.ts';
import { fill } from '../../../../i18n/fill.ts';
import { formatDateTime, formatQuantity } from '../../../../i18n/format.ts';
import { listAnswers } from '../../../../i18n/quote/answers.ts';
import { formatPayments } from '../../../../i18n/quote/recurring.ts';
import { composeText, isolate } from '../compose.ts';
import { flow, toOneLine, translateLabel, type ViewContext } from '../context.ts';
import type { AcceptanceRecord, Picture, Text } from '../document-view.ts';
import { drawSignature } from '../signature.ts';

/** Builds the record of an acceptance: who accepted what and when, and what was answered. */
export function buildRecord(
  context: ViewContext,
  quote: Quote,
  acceptance: DecisionRecord,
): AcceptanceRecord {
  const { source, locale, messages } = context;
  const { name, at, revision, documentSha256, signatures, passedOver = [] } = acceptance;
  // What one signer has drawn is in the record, but not shown to the others.
  const signature = signatures ? null : acceptance.signature;
  const { timeZone } = source.account;
  const owner = composeText(messages.acceptedByOwner, { name: isolate(context, source.account.name) });
  return {
    label: translateLabel(context, (t) => t.accepted),
    rows: [
      ...(signatures ?? []).map((signed): [Text, Text] => [
        translateLabel(context, (t) => t.signedBy),
        flow(context, `${signed.name}, ${formatDateTime(signed.at, locale, timeZone)}`),
      ]),
      ...passedOver.map((signer): [Text, Text] => [
        translateLabel(context, (t) => t.notSignedBy),
        flow(context, signer.name),
      ]),
      [translateLabel(context, (t) => t.acceptedBy), name ? flow(context, name) : owner],
      [translateLabel(context, (t) => t.acceptedOn), formatDateTime(at, locale, source.account.timeZone)],
      [translateLabel(context, (t) => t.acceptedRevision), formatQuantity(revision, locale)],
      ...(quote.recurring
        ? [[translateLabel(context, (t) => t.total), formatPayments(quote, locale, messages)] as [Text, Text]]
        : []),
      // Decisions that were frozen by an earlier version have no answers.
      ...listAnswers(quote.acceptanceFields, acceptance.answers ?? {}, locale, messages).map(
        ({ label, value }): [Text, Text] => [flow(context, label), flow(context, value)],
      ),
    ],
    hash: documentSha256 ? { label: messages.fingerprint, text: toOneLine(context, documentSha256) } : null,
    signature: signature ? addSignature(context, signature, name ?? '') : null,
  };
}

function addSignature(context: ViewContext, path: string, name: string): Picture | null {
  const svg = drawSignature(path);
  if (!svg) {
    context.warnings.push('the drawn signature was left out: it is not a path');
    return null;
  }
  context.files.set('/signature.svg', svg);
  return {
    path: '/signature.svg',
    alt: fill(context.messages.signatureOf, { name: toOneLine(context, name) }),
  };
}
