import { formatEInvoice } from '../../../adapters/einvoice/format-einvoice.ts';
import { findGaps } from '../../../adapters/einvoice/readiness/readiness.ts';
import { extractInvoice } from '../../../adapters/pdf/archive/embedded-invoice.ts';
import type { Deps } from '../../../app/deps.ts';
import type { ElectronicGaps, Readiness, XmlFormat } from '../../../domain/account/particulars/einvoice.ts';
import { chooseEInvoiceFormat } from '../../../domain/account/particulars/particulars.ts';
import { type Invoice, isDraftInvoice } from '../../../domain/invoice/invoice.ts';
import { invoiceNotFound, invoiceNotIssued } from '../../../domain/invoice/problems.ts';
import type { MailMessage } from '../../../domain/mail/mail.ts';
import { addZeroCategory } from '../../../domain/tax/add-zero-category.ts';
import type { Sql } from '../../../store/database.ts';
import { findStoredInvoice } from '../../../store/tables/invoice/invoices.ts';
import { findXml } from '../../../store/tables/invoice/issued-xml.ts';
import { getInvoiceDocument, readPdf } from '../../sending/documents/find-document.ts';
import { readCreditedInvoice, readInvoiceParties } from '../../sending/documents/invoice-parties.ts';
import { assertNoGaps, toReadiness, XML_FORMAT_BY_KIND } from './check-einvoice.ts';
import { type InvoiceWithParties, toEInvoiceSource } from './einvoice-source.ts';

export interface InvoiceXml {
  xml: string;
  fileName: string;
}

/**
 * Returns the electronic invoice. It is made from the parties as they were when the invoice was issued; one that was kept
 * then, or that its PDF contains, is returned as it is, even if a newer version would write it differently.
 */
export async function readInvoiceXml(
  deps: Deps,
  accountId: string,
  invoiceId: string,
  wanted: XmlFormat | undefined,
): Promise<InvoiceXml> {
  const source = await readSource(deps.db.read, accountId, invoiceId);
  const { invoice } = source;
  if (isDraftInvoice(invoice)) throw invoiceNotIssued();
  const format = wanted ?? chooseXmlFormat(source);
  const { number, eInvoice } = invoice;
  const isOwnFormat = eInvoice !== null && format === XML_FORMAT_BY_KIND[eInvoice];
  const kept =
    format === 'cii' && eInvoice !== null
      ? await readEmbedded(deps, accountId, invoiceId)
      : isOwnFormat && (await findXml(deps.db.read, accountId, invoiceId));
  const fileName = `${number.replaceAll(/[^\w.-]+/g, '-')}-${format}.xml`;
  return { xml: kept || writeXml(source, format), fileName };
}

async function readEmbedded(deps: Deps, accountId: string, invoiceId: string): Promise<string | undefined> {
  const pdf = await readPdf(deps, accountId, await getInvoiceDocument(deps, accountId, invoiceId));
  return pdf && extractInvoice(pdf);
}

function writeXml(source: InvoiceWithParties, format: XmlFormat): string {
  const input = toEInvoiceSource(source);
  assertNoGaps(findGaps(input, format), format);
  return formatEInvoice(input, format);
}

/** Returns what an invoice lacks for a format, also before it is issued. */
export async function readReadiness(
  { db }: Pick<Deps, 'db'>,
  accountId: string,
  invoiceId: string,
  wanted: XmlFormat | undefined,
): Promise<Readiness & { format: XmlFormat }> {
  const source = await readSource(db.read, accountId, invoiceId);
  const format = wanted ?? chooseXmlFormat(source);
  return { format, ...toReadiness(findGaps(toEInvoiceSource(source), format)) };
}

/** Finds what keeps a draft from being issued as an electronic invoice; `null` if it is not to be one. */
export async function findDraftGaps(
  { db }: Pick<Deps, 'db'>,
  accountId: string,
  invoiceId: string,
): Promise<ElectronicGaps | null> {
  const source = await readSource(db.read, accountId, invoiceId);
  const format = chooseEInvoiceFormat(source.account, source.customer);
  if (format === null || !isDraftInvoice(source.invoice)) return null;
  return { format, gaps: findGaps(toEInvoiceSource(source), XML_FORMAT_BY_KIND[format]) };
}

/** The format in which the invoice is or would be issued; plain CII if it is not electronic. */
function chooseXmlFormat({ invoice, account, customer }: InvoiceWithParties): XmlFormat {
  const kind = isDraftInvoice(invoice) ? chooseEInvoiceFormat(account, customer) : invoice.eInvoice;
  return kind === null ? 'cii' : XML_FORMAT_BY_KIND[kind];
}

async function readSource(sql: Sql, accountId: string, invoiceId: string): Promise<InvoiceWithParties> {
  const stored = await findStoredInvoice(sql, accountId, invoiceId);
  if (!stored) throw invoiceNotFound();
  const parties = await readInvoiceParties(sql, accountId, stored);
  const { zeroTaxCategory } = parties.account;
  // A draft is checked as it would be issued.
  const invoice = stored.hasCurrentParties
    ? addZeroCategory(stored.invoice, zeroTaxCategory)
    : stored.invoice;
  return { invoice, ...parties, ...(await readCreditedInvoice(sql, accountId, invoice)) };
}

/** An XRechnung is the XML itself, which its PDF only illustrates: the email carries both. */
export async function listXmlFiles(
  deps: Deps,
  accountId: string,
  { id, eInvoice }: Invoice,
): Promise<MailMessage['attachments']> {
  if (eInvoice !== 'xrechnung') return [];
  const { xml, fileName } = await readInvoiceXml(deps, accountId, id, undefined);
  return [{ filename: fileName, contentType: 'application/xml', content: Buffer.from(xml) }];
}
