import { hasSameValues } from '../../../domain/has-same-values.ts';
import {
  findSigner,
  hasSignatures,
  listSignersInTurn,
  type Signature,
  type Signer,
  type StoredSignature,
  updateSigner,
} from '../../../domain/quote/acceptance/signers.ts';
import { applyChoices } from '../../../domain/quote/compose-quote.ts';
import type { DecisionRecord } from '../../../domain/quote/decision.ts';
import type { LineChoice } from '../../../domain/quote/line/selection.ts';
import type { Quote } from '../../../domain/quote/quote.ts';
import type { StoredQuote } from '../../../store/tables/quote/quotes.ts';

/** The customer's input on the page, and the revision that they saw. */
export type CustomerDecision = Pick<
  DecisionRecord,
  'decision' | 'name' | 'reason' | 'signature' | 'answers' | 'revision' | 'ip' | 'userAgent'
> & {
  /** How they decided. */
  via: 'page' | 'program';
  /** SHA-256 of the PDF that they saw. */
  documentSha256: string;
  /** Chosen items; items that are not listed stay as shown. */
  selection: LineChoice[];
};

/** Why a signer cannot decide. `waiting`: others sign first. `offer_changed`: somebody has signed another selection. */
type SigningObstacle = 'gone' | 'decided' | 'waiting' | 'changed' | 'offer_changed';

/**
 * Finds why a signer cannot decide now; `undefined` if they can. The first signature fixes selection and answers: from
 * then on the others sign its document. They may have seen the offer before it, if they have chosen the same.
 */
export function findSigningObstacle(
  input: CustomerDecision,
  { quote, signatures: [first] }: StoredQuote,
  recipient: string,
): SigningObstacle | undefined {
  const signer = findSigner(quote, recipient);
  if (!signer) return 'gone';
  if (signer.signedAt !== null) return 'decided';
  if (!listSignersInTurn(quote).includes(signer)) return 'waiting';
  if (!first || input.decision !== 'ACCEPTED') return undefined;
  const { documentSha256, revision, answers, selection } = input;
  const isShown = [first.documentSha256, first.offerSha256].includes(documentSha256);
  if (revision !== quote.revision || !isShown) return 'changed';
  const isSame = applyChoices(quote, selection) === quote && hasSameValues(answers, quote.answers ?? {});
  return isSame ? undefined : 'offer_changed';
}

/** What a signature changes. The quote is accepted with the last one. */
export interface Signed {
  quote: Quote;
  signatures: StoredSignature[];
  own: StoredSignature;
}

/** Adds a signature to the quote with its selection. `offer` is what the first one fixes. */
export function addSignature(
  quote: Quote,
  { signatures }: Pick<StoredQuote, 'signatures'>,
  input: CustomerDecision,
  signer: Signer,
  at: string,
  offer: Pick<StoredSignature, 'documentSha256' | 'offerSha256' | 'edition'>,
): Signed {
  const { documentSha256, offerSha256, edition } = signatures[0] ?? offer;
  const { name, signature, ip, userAgent, via } = input;
  const own = { email: signer.email, name: name ?? signer.name, at, signature, ip, userAgent, via };
  const all = [...signatures, { ...own, documentSha256, offerSha256, edition }];
  const { answers = input.answers } = hasSignatures(quote) ? quote : {};
  const signed = updateSigner(quote, signer.email, { signedAt: at });
  const signers = signed.signers?.map(({ voidedAt, ...one }) =>
    one.email === signer.email || voidedAt === undefined ? one : { ...one, voidedAt },
  );
  const isAnswered = Object.keys(answers).length > 0;
  return {
    quote: { ...signed, ...(signers && { signers }), ...(isAnswered && { answers }) },
    signatures: all,
    own: all.at(-1) as StoredSignature,
  };
}

/** What the record of a decision says about the signatures; the fields of one person are those of the first signer. */
export function describeSignatures(
  { signers }: Quote,
  signatures: readonly StoredSignature[],
): Pick<DecisionRecord, 'signatures'> & Partial<DecisionRecord> {
  if (!signers) return {};
  const shown = signatures.map(
    ({ offerSha256: _offer, edition: _edition, ...signature }): Signature => signature,
  );
  return { signatures: shown };
}

/** The signers without whom the business records an acceptance. */
export function listPassedOver(signers: readonly Signer[]): NonNullable<DecisionRecord['passedOver']> {
  return signers.filter(({ signedAt }) => signedAt === null).map(({ name, email }) => ({ name, email }));
}

/** The fields of an acceptance that all signers have signed. */
export function composeSignedRecord(quote: Quote, signatures: readonly StoredSignature[]) {
  const [first] = signatures as [StoredSignature];
  const { name, signature, ip, userAgent, documentSha256, offerSha256 } = first;
  return {
    ...{ name, signature, ip, userAgent, documentSha256, offerSha256 },
    answers: quote.answers ?? {},
    via: signatures.some((one) => one.via === 'program') ? ('program' as const) : ('page' as const),
    ...describeSignatures(quote, signatures),
  };
}
