import type { Endpoint } from './endpoint.ts';
import { accountRoutes } from './routes/account/account.ts';
import { accountsRoutes } from './routes/account/accounts.ts';
import { closeRoutes } from './routes/account/close.ts';
import { accountExportRoute } from './routes/account/export.ts';
import { paymentProviderRoutes } from './routes/account/payment-provider.ts';
import { statisticsRoute } from './routes/account/statistics.ts';
import { testClockRoutes } from './routes/account/test-clock.ts';
import { quoteEvidenceRoute } from './routes/agreement/evidence.ts';
import { proposalRoutes } from './routes/agreement/proposals.ts';
import { attachmentRoutes } from './routes/attachments.ts';
import { catalogueItemRoutes } from './routes/catalogue-items.ts';
import { customerErasureRoutes } from './routes/customer-erasure.ts';
import { customerRoutes } from './routes/customers.ts';
import { documentRoutes } from './routes/documents.ts';
import { eventRoute, eventsRoute } from './routes/events.ts';
import { historyRoutes } from './routes/history.ts';
import { allPaymentsRoute } from './routes/invoices/all-payments.ts';
import { invoiceCreditRoute } from './routes/invoices/credit.ts';
import { eInvoiceRoutes } from './routes/invoices/einvoice.ts';
import { exportRoute } from './routes/invoices/exports.ts';
import { invoiceRoutes } from './routes/invoices/invoices.ts';
import { invoiceIssueRoute } from './routes/invoices/issue.ts';
import { paymentImportRoutes } from './routes/invoices/payment-imports.ts';
import { paymentRoutes } from './routes/invoices/payments.ts';
import { refundRoute } from './routes/invoices/refund.ts';
import { invoiceRemindRoute } from './routes/invoices/remind.ts';
import { invoiceSendRoute } from './routes/invoices/send.ts';
import { invoiceUpdateRoute } from './routes/invoices/update.ts';
import { invoiceLinksRoute, quoteLinksRoute } from './routes/links.ts';
import { mailAccountRoutes } from './routes/mail/mail-account.ts';
import { mailTestRoute } from './routes/mail/mail-test.ts';
import { messageRoutes } from './routes/messages.ts';
import { invitationRoutes } from './routes/people/invitations.ts';
import { keyRoutes } from './routes/people/keys.ts';
import { sessionRoutes } from './routes/people/sessions.ts';
import { userRoutes } from './routes/people/users.ts';
import { priceListEntryRoutes } from './routes/price-lists/entries.ts';
import { priceListRoutes } from './routes/price-lists/price-lists.ts';
import { quoteApprovalRoutes } from './routes/quotes/approval.ts';
import { quoteConvertRoute } from './routes/quotes/convert.ts';
import { quoteCreateRoute } from './routes/quotes/create.ts';
import { quoteDeleteRoute } from './routes/quotes/delete.ts';
import { deliveryRoutes } from './routes/quotes/deliveries.ts';
import { quoteDuplicateRoute } from './routes/quotes/duplicate.ts';
import { quoteEndRecurringRoute } from './routes/quotes/end-recurring.ts';
import { quoteGetRoute } from './routes/quotes/get.ts';
import { quoteListRoute } from './routes/quotes/list.ts';
import { messageAttachmentRoutes } from './routes/quotes/message-attachments.ts';
import { quotePreviewRoute } from './routes/quotes/preview.ts';
import { quoteRemindRoute } from './routes/quotes/remind.ts';
import { quoteSendRoute } from './routes/quotes/send.ts';
import { quoteUpdateRoute } from './routes/quotes/update.ts';
import { templateRoutes } from './routes/templates.ts';
import { webhookDeliveryRoutes } from './routes/webhooks/deliveries.ts';
import { webhookEndpointRoutes } from './routes/webhooks/endpoints.ts';
import { resendRoute } from './routes/webhooks/resend.ts';

/** Every operation of the API. The eight operations of the contract come first. */
export const ENDPOINTS: readonly Endpoint[] = [
  quoteListRoute,
  quoteGetRoute,
  quoteCreateRoute,
  quoteUpdateRoute,
  quoteDeleteRoute,
  quoteSendRoute,
  quoteConvertRoute,
  ...documentRoutes,
  quoteDuplicateRoute,
  quotePreviewRoute,
  quoteRemindRoute,
  quoteEndRecurringRoute,
  ...quoteApprovalRoutes,
  ...historyRoutes,
  quoteEvidenceRoute,
  quoteLinksRoute,
  ...messageRoutes,
  ...proposalRoutes,
  ...deliveryRoutes,
  ...messageAttachmentRoutes,
  ...attachmentRoutes,
  ...customerRoutes,
  ...customerErasureRoutes,
  ...catalogueItemRoutes,
  ...priceListRoutes,
  ...priceListEntryRoutes,
  ...templateRoutes,
  ...invoiceRoutes,
  ...eInvoiceRoutes,
  invoiceUpdateRoute,
  invoiceIssueRoute,
  invoiceSendRoute,
  invoiceRemindRoute,
  invoiceLinksRoute,
  ...paymentRoutes,
  allPaymentsRoute,
  ...paymentImportRoutes,
  refundRoute,
  invoiceCreditRoute,
  exportRoute,
  ...accountRoutes,
  ...accountsRoutes,
  accountExportRoute,
  ...closeRoutes,
  mailTestRoute,
  statisticsRoute,
  ...paymentProviderRoutes,
  ...mailAccountRoutes,
  ...testClockRoutes,
  ...userRoutes,
  ...invitationRoutes,
  ...sessionRoutes,
  ...keyRoutes,
  eventsRoute,
  eventRoute,
  ...webhookEndpointRoutes,
  ...webhookDeliveryRoutes,
  resendRoute,
];
