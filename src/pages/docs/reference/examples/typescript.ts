import type { SampleRequest } from './sample-request.ts';

/** Uses the client of `clients/typescript`, or `fetch` for operations that it does not cover. */
export function renderTypescriptExample(operationId: string, sample: SampleRequest): string {
  const call = CALLS[operationId];
  if (!call) return fetchExample(sample);
  const [variable, template] = call;
  const { params, body, base, download } = sample;
  const filled = template.replaceAll(/\$(\w+)/g, (_, name: string) =>
    name === 'body' ? literal(body) : literal(params[name] ?? sample.query[name]),
  );
  const files = [...(sample.upload ? ['readFile'] : []), ...(download ? ['writeFile'] : [])];
  return [
    ...files.map((name) => `import { ${name} } from 'node:fs/promises';`),
    "import { createProffer } from 'proffer-client';",
    '',
    `const proffer = createProffer({ url: ${literal(base)}, key: process.env.PROFFER_API_KEY });`,
    '',
    `${variable ? `const ${variable} = ` : ''}await proffer.${filled};`,
    ...(download === undefined ? [] : [`await writeFile(${literal(download)}, ${variable}.body);`]),
    ...(variable && download === undefined ? [`console.log(${variable});`] : []),
  ].join('\n');
}

/** Result variable and call of each operation. */
const CALLS: Record<string, readonly [variable: string, call: string]> = {
  listQuotes: ['page', "quotes.list({ status: ['SENT', 'EXPIRED'] })"],
  createQuote: ['quote', 'quotes.create($body)'],
  getQuote: ['quote', 'quotes.get($id)'],
  updateQuote: ['quote', 'quotes.update($id, $body)'],
  deleteQuote: ['', 'quotes.delete($id)'],
  sendQuote: ['quote', 'quotes.send($id, $body)'],
  convertQuote: ['invoice', 'quotes.convertToInvoice($id, $body)'],
  endRecurring: ['quote', 'quotes.endRecurring($id, $body)'],
  getQuotePdf: ['link', 'quotes.pdfLink($id)'],
  getInvoicePdf: ['link', 'invoices.pdfLink($id)'],
  getInvoiceXml: ['file', 'invoices.xml($id)'],
  getInvoiceReadiness: ['readiness', 'invoices.readiness($id)'],
  duplicateQuote: ['quote', 'quotes.duplicate($id, $body)'],
  previewQuote: ['preview', 'quotes.preview($body)'],
  requestApproval: ['quote', 'quotes.requestApproval($id, $body)'],
  remindCustomer: ['quote', 'quotes.remind($id)'],
  listQuoteEvents: ['history', 'quotes.events($id)'],
  listQuoteDeliveries: ['page', 'quotes.deliveries($id)'],
  listQuoteRevisions: ['revisions', 'quotes.revisions($id)'],
  getQuoteAcceptance: ['acceptance', 'quotes.acceptance($id)'],
  getQuoteEvidence: ['evidence', 'quotes.evidence($id)'],
  revokeQuoteLinks: ['', 'quotes.revokeLinks($id)'],
  listMessages: ['page', 'quotes.messages.list($id)'],
  postMessage: ['message', 'quotes.messages.post($id, $body)'],
  getMessageAttachment: ['file', 'quotes.messages.attachment($id, $messageId, $index)'],
  readMessages: ['unread', 'quotes.messages.markRead($id, $body)'],
  listProposals: ['page', 'quotes.proposals.list($id)'],
  applyProposal: ['quote', 'quotes.proposals.apply($id, $proposalId)'],
  declineProposal: ['proposal', 'quotes.proposals.decline($id, $proposalId, $body)'],
  listAttachments: ['attachments', 'quotes.attachments.list($id)'],
  putAttachment: ['attachment', 'quotes.attachments.put($id, $name, await readFile($name))'],
  getAttachment: ['file', 'quotes.attachments.get($id, $name)'],
  deleteAttachment: ['', 'quotes.attachments.delete($id, $name)'],
  listCustomers: ['page', 'customers.list()'],
  getCustomer: ['customer', 'customers.get($id)'],
  createCustomer: ['customer', 'customers.create($body)'],
  putCustomer: ['customer', 'customers.put($id, $body)'],
  updateCustomer: ['customer', 'customers.update($id, $body)'],
  deleteCustomer: ['', 'customers.delete($id)'],
  listCatalogueItems: ['page', 'catalogueItems.list()'],
  createCatalogueItem: ['item', 'catalogueItems.create($body)'],
  getCatalogueItem: ['item', 'catalogueItems.get($id)'],
  updateCatalogueItem: ['item', 'catalogueItems.update($id, $body)'],
  deleteCatalogueItem: ['', 'catalogueItems.delete($id)'],
  listPriceLists: ['page', 'priceLists.list()'],
  createPriceList: ['list', 'priceLists.create($body)'],
  getPriceList: ['list', 'priceLists.get($id)'],
  updatePriceList: ['list', 'priceLists.update($id, $body)'],
  deletePriceList: ['', 'priceLists.delete($id)'],
  listPriceListEntries: ['page', 'priceLists.listEntries($id)'],
  putPriceListEntry: ['entry', 'priceLists.putEntry($id, $catalogueItemId, $body)'],
  deletePriceListEntry: ['', 'priceLists.deleteEntry($id, $catalogueItemId)'],
  importPriceListEntries: ['report', "priceLists.importEntries($id, await readFile('prices.csv'))"],
  listTemplates: ['page', 'templates.list()'],
  createTemplate: ['template', 'templates.create($body)'],
  getTemplate: ['template', 'templates.get($id)'],
  updateTemplate: ['template', 'templates.update($id, $body)'],
  deleteTemplate: ['', 'templates.delete($id)'],
  listInvoices: ['page', 'invoices.list()'],
  getInvoiceArchive: ['archive', 'invoices.archive($month)'],
  getExport: ['file', "invoices.export('journal', { month: '2026-11' })"],
  getInvoice: ['invoice', 'invoices.get($id)'],
  listInvoiceEvents: ['events', 'invoices.events($id)'],
  updateInvoice: ['invoice', 'invoices.update($id, $body)'],
  issueInvoice: ['invoice', 'invoices.issue($id, $body)'],
  listAllPayments: ['page', 'payments.list()'],
  listPayments: ['payments', 'invoices.payments.list($id)'],
  recordPayment: ['payment', 'invoices.payments.record($id, $body)'],
  refundPayment: ['refund', 'invoices.payments.refund($id, $paymentId, $body)'],
  removePayment: ['', 'invoices.payments.remove($id, $paymentId)'],
  importPayments: ['found', "paymentImports.create(await readFile('statement.xml'))"],
  getPaymentImport: ['found', 'paymentImports.get($id)'],
  confirmPayments: ['outcomes', 'paymentImports.confirm($id, $body)'],
  creditInvoice: ['creditNote', 'invoices.credit($id, $body)'],
  sendInvoice: ['invoice', 'invoices.send($id, $body)'],
  remindOfInvoice: ['invoice', 'invoices.remind($id)'],
  revokeInvoiceLinks: ['', 'invoices.revokeLinks($id)'],
  getAccount: ['account', 'account.get()'],
  updateAccount: ['account', 'account.update($body)'],
  sendTestMail: ['sent', 'account.sendTestMail($body)'],
  getStatistics: ['statistics', 'account.statistics()'],
  getTestClock: ['clock', 'testClock.get()'],
  advanceTestClock: ['clock', 'testClock.advance($body)'],
  listEvents: ['feed', "events.list({ after: 'latest' })"],
  getEvent: ['event', 'events.get($id)'],
  resendEvent: ['resent', 'events.resend($id, $body)'],
  listWebhookEndpoints: ['endpoints', 'webhookEndpoints.list()'],
  createWebhookEndpoint: ['endpoint', 'webhookEndpoints.create($body)'],
  getWebhookEndpoint: ['endpoint', 'webhookEndpoints.get($id)'],
  updateWebhookEndpoint: ['endpoint', 'webhookEndpoints.update($id, $body)'],
  deleteWebhookEndpoint: ['', 'webhookEndpoints.delete($id)'],
  rotateWebhookSecret: ['endpoint', 'webhookEndpoints.rotateSecret($id)'],
  testWebhookEndpoint: ['delivery', 'webhookEndpoints.test($id)'],
  listWebhookDeliveries: ['page', 'webhookEndpoints.deliveries.list($id)'],
  retryWebhookDelivery: ['delivery', 'webhookEndpoints.deliveries.retry($id, $deliveryId)'],
  replayWebhookEvents: ['started', 'webhookEndpoints.replay($id, $body)'],
};

function fetchExample({ method, url, body, hasResponse }: SampleRequest): string {
  const isJson = body !== undefined;
  return [
    `const response = await fetch(${literal(url)}, {`,
    ...(method === 'GET' ? [] : [`  method: ${literal(method)},`]),
    '  headers: {',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: code that is shown
    '    Authorization: `Bearer ${process.env.PROFFER_API_KEY}`,',
    ...(isJson ? ["    'Content-Type': 'application/json',"] : []),
    '  },',
    ...(isJson ? [`  body: JSON.stringify(${literal(body, '  ')}),`] : []),
    '});',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: code that is shown
    'if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);',
    ...(hasResponse ? ['console.log(await response.json());'] : []),
  ].join('\n');
}

function literal(value: unknown, indent = ''): string {
  const inner = `${indent}  `;
  if (Array.isArray(value)) {
    if (value.length === 0) return '[]';
    return `[\n${value.map((entry) => `${inner}${literal(entry, inner)},\n`).join('')}${indent}]`;
  }
  if (value !== null && typeof value === 'object') {
    const entries = Object.entries(value);
    if (entries.length === 0) return '{}';
    return `{\n${entries.map(([key, entry]) => `${inner}${formatPropertyName(key)}: ${literal(entry, inner)},\n`).join('')}${indent}}`;
  }
  return typeof value === 'string' ? text(value) : String(value);
}

function formatPropertyName(key: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : text(key);
}

function text(value: string): string {
  return `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}
