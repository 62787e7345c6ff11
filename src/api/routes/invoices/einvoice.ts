import { readInvoiceXml, readReadiness } from '../../../actions/invoices/einvoice/invoice-xml.ts';
import { XML_FORMATS, type XmlFormat } from '../../../domain/account/particulars/einvoice.ts';
import { createXmlHeaders, XML_TYPE } from '../../../http/headers/xml-headers.ts';
import { type ApiResponse, type Call, type Endpoint, json, type Operation } from '../../endpoint.ts';
import { QueryReader } from '../../query.ts';
import { InvoiceReadinessSchema, READINESS_EXAMPLE } from '../../schemas/invoice/readiness.ts';

const query = {
  format: {
    type: 'string',
    enum: XML_FORMATS,
    description:
      '`cii`: Factur-X and ZUGFeRD, profile EN 16931. `ubl`: EN 16931. `xrechnung`: XRechnung, as UBL. `peppol`: Peppol BIS Billing 3. Default: the format in which the invoice is issued, else `cii`',
  },
};

const operations = {
  xml: {
    id: 'getInvoiceXml',
    tag: 'Invoices',
    summary: 'Get the electronic invoice',
    description:
      'The XML of an issued invoice or credit note, made from what was final when it was issued: later payments and changes of the account or customer never change it. If `eInvoice` is set, `cii` is the file inside the PDF. Where data is missing, `errors` name the field, the business term and where it is set.',
    query,
    responses: { 200: { description: 'The electronic invoice', contentType: XML_TYPE } },
    problems: [
      'validation_failed',
      'not_found',
      'invoice_not_issued',
      'invoice_incomplete',
      'pdf_busy',
      'pdf_too_large',
      'pdf_failed',
    ],
  },
  readiness: {
    id: 'getInvoiceReadiness',
    tag: 'Invoices',
    summary: 'Find out what an electronic invoice lacks',
    description: 'Says of a draft, too, what its XML would lack in a format.',
    query,
    responses: {
      200: {
        description: 'Whether the invoice can be written in the format, and the values that are missing',
        schema: InvoiceReadinessSchema,
        example: { format: 'xrechnung', ...READINESS_EXAMPLE },
      },
    },
    problems: ['validation_failed', 'not_found'],
  },
} satisfies Record<string, Operation>;

export const eInvoiceRoutes: Endpoint[] = [
  {
    method: 'GET',
    path: '/api/v1/invoices/:id/xml',
    scope: 'read',
    operation: operations.xml,
    handle: getXml,
  },
  {
    method: 'GET',
    path: '/api/v1/invoices/:id/readiness',
    scope: 'read',
    operation: operations.readiness,
    handle: getReadiness,
  },
];

async function getXml(call: Call): Promise<ApiResponse> {
  const { deps, caller, params } = call;
  const format = readFormat(call);
  const { xml, fileName } = await readInvoiceXml(deps, caller.accountId, params.id ?? '', format);
  return { status: 200, headers: createXmlHeaders(fileName), body: Buffer.from(xml) };
}

async function getReadiness(call: Call): Promise<ApiResponse> {
  const { deps, caller, params } = call;
  return json(200, await readReadiness(deps, caller.accountId, params.id ?? '', readFormat(call)));
}

function readFormat({ query }: Call): XmlFormat | undefined {
  const reader = new QueryReader(query);
  const format = reader.oneOf('format', XML_FORMATS);
  reader.done();
  return format;
}
