import type { FieldError } from '../../errors.ts';
import type { Validity } from '../line/validity.ts';

/** Somebody who must sign a quote. The same `order` means at the same time. */
export interface SignerInput {
  name: string;
  email: string;
  order: number;
}

export interface Signer extends SignerInput {
  /** When a mail server last accepted the email with their link. */
  sentAt: string | null;
  signedAt: string | null;
  /** When an edit voided their signature; absent if none did since. */
  voidedAt?: string;
  /** Added to responses for those who may write. */
  publicUrl?: string | null;
}

/** What a signer did on their page. The first one fixes the selection and the answers. */
export interface Signature {
  /** The address that the link was sent to. */
  email: string;
  /** As it was typed. */
  name: string;
  at: string;
  /** SHA-256 of the PDF that all signers sign. */
  documentSha256: string;
  /** A drawn signature: the `d` attribute of one SVG path in a box of 600 × 200. */
  signature: string | null;
  ip: string | null;
  userAgent: string | null;
  /** On the page, or by a program that said so. */
  via: 'page' | 'program';
}

/** A signature with what the others are held against. */
export interface StoredSignature extends Signature {
  /** SHA-256 of the PDF that the page had shown, before anything was chosen. */
  offerSha256: string;
  /** The edition of the document that all sign. */
  edition: number;
}

/** Parses what is stored with a quote; `null` if nobody has signed. */
export function parseSignatures(text: string | null): StoredSignature[] {
  return text === null ? [] : (JSON.parse(text) as StoredSignature[]);
}

export const MIN_SIGNERS = 2;
export const MAX_SIGNERS = 10;

interface Signed {
  signers?: Signer[];
}

export function isSameAddress(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/** Composes the signers of a change. One who stays keeps the time of the email; the edit voids the signatures. */
export function withSigners<Quote extends Signed>(
  quote: Quote,
  input: readonly SignerInput[] | null | undefined,
): Quote {
  if (input === undefined || areSameSigners(input, quote.signers)) return quote;
  const { signers: before = [], ...plain } = quote;
  if (!input) return plain as Quote;
  const signers = input.map(({ name, email, order }): Signer => {
    const known = before.find((signer) => isSameAddress(signer.email, email));
    const { sentAt = null, signedAt = null, voidedAt } = known ?? {};
    return { name, email, order, sentAt, signedAt, ...(voidedAt !== undefined && { voidedAt }) };
  });
  return { ...plain, signers } as unknown as Quote;
}

function areSameSigners(
  one: readonly SignerInput[] | null | undefined,
  other: readonly SignerInput[] | null | undefined,
): boolean {
  return JSON.stringify(toSignerContent(one)) === JSON.stringify(toSignerContent(other));
}

/** What of the signers is content: not what has happened. */
export function toSignerContent(signers: readonly SignerInput[] | null | undefined): SignerInput[] | null {
  return signers?.map(({ name, email, order }) => ({ name, email, order })) ?? null;
}

export function findSignerErrors(
  signers: readonly SignerInput[] | null | undefined,
  validity: Validity,
): FieldError[] {
  if (!Array.isArray(signers) || !validity.isReadable('/signers')) return [];
  const seen = new Set<string>();
  return signers.flatMap((signer: SignerInput, index): FieldError[] => {
    const place = `/signers/${index}`;
    if (!validity.isReadable(place)) return [];
    const { email } = signer;
    const path = `${place}/email`;
    if (!validity.isValid(path) || typeof email !== 'string') return [];
    const isTwice = seen.has(email.toLowerCase());
    seen.add(email.toLowerCase());
    return isTwice ? [{ path, message: 'must not be the address of another signer' }] : [];
  });
}

export function hasSignatures({ signers }: Signed): boolean {
  return signers?.some(({ signedAt }) => signedAt !== null) ?? false;
}

export function haveAllSigned({ signers }: Signed): boolean {
  return signers?.every(({ signedAt }) => signedAt !== null) ?? false;
}

/** Those who can sign now: all of the lowest order in which somebody has not signed. */
export function listSignersInTurn({ signers = [] }: Signed): Signer[] {
  const missing = signers.filter(({ signedAt }) => signedAt === null);
  const order = Math.min(...missing.map((signer) => signer.order));
  return missing.filter((signer) => signer.order === order);
}

/** Whether the recipient of a link may sign now: everybody where there are no signers. */
export function isInTurn(quote: Signed, address: string): boolean {
  return !quote.signers || listSignersInTurn(quote).some(({ email }) => isSameAddress(email, address));
}

export function findSigner({ signers }: Signed, address: string): Signer | undefined {
  return signers?.find(({ email }) => isSameAddress(email, address));
}

/** Changes one signer. */
export function updateSigner<Quote extends Signed>(
  quote: Quote,
  address: string,
  change: Partial<Signer>,
): Quote {
  if (!findSigner(quote, address)) return quote;
  return {
    ...quote,
    signers: quote.signers?.map((signer) =>
      isSameAddress(signer.email, address) ? { ...signer, ...change } : signer,
    ),
  };
}

/** Voids all signatures after an edit, with what the first one had fixed. `at` is kept for the page to say so. */
export function voidSignatures<Quote extends Signed & { answers?: unknown }>(
  quote: Quote,
  at: string,
): Quote {
  if (!hasSignatures(quote)) return quote;
  const { answers: _answers, ...open } = quote;
  const signers = quote.signers?.map((signer) =>
    signer.signedAt === null ? signer : { ...signer, signedAt: null, voidedAt: at },
  );
  return { ...open, signers } as unknown as Quote;
}

/** Clears the signatures of a decided quote that is sent again: everybody signs again. */
export function clearSignatures<Quote extends Signed>(quote: Quote): Quote {
  if (!quote.signers) return quote;
  const signers = quote.signers.map(({ voidedAt: _voided, ...signer }) => ({ ...signer, signedAt: null }));
  return { ...quote, signers };
}
