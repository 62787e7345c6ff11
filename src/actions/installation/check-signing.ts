import type { Examined } from './examined.ts';
import { type Finding, findingsOf } from './finding.ts';

const { fine, todo } = findingsOf('signing');

/** Whether the certificate that signs confirmations is valid. Nothing is said where there is none. */
export function checkSigning({ config, clock }: Examined): Finding[] {
  const [own] = config.pdfSigningCertificate ?? [];
  if (!own) return [];
  const { validFromDate, validToDate } = own;
  const now = new Date(clock());
  if (now < validFromDate) return [todo('signingEarly', { date: toDay(validFromDate) })];
  const date = toDay(validToDate);
  return [now > validToDate ? todo('signingExpired', { date }) : fine('signingGood', { date })];
}

function toDay(date: Date): string {
  return date.toISOString().slice(0, 10);
}
