import { getRetentionYears } from '../../../../domain/account/retention.ts';
import { fill } from '../../../../i18n/fill.ts';
import { FORMAT_OPTIONS, renderElectronicAddress } from '../../forms/particulars-fields.ts';
import { listMethods } from '../../invoices/payments/payments.ts';
import type { SettingForm } from './setting-form.ts';

/** How invoices are numbered, paid, made and kept. */
export const INVOICES_FORM: SettingForm = {
  path: 'invoices',
  getWords: ({ settings }) => settings.invoices,
  listGroups(viewer, state) {
    const { t } = viewer;
    const { fields, ...particulars } = t.particulars;
    const words = t.settings.invoices;
    const { country } = state.values;
    const years = String(
      getRetentionYears({ country: country ?? viewer.account.country, retentionYears: null }),
    );
    return [
      {
        legend: words.payment,
        rows: [
          [
            {
              ...{ name: 'paymentTermDays', label: words.paymentTermDays, kind: 'whole', required: true },
              hint: words.paymentTermDaysHint,
            },
            {
              ...{ name: 'defaultPaymentMethod', label: words.defaultPaymentMethod, kind: 'select' },
              hint: words.defaultPaymentMethodHint,
              options: [{ value: '', text: words.methodAutomatic }, ...listMethods(viewer, '')],
            },
          ],
          {
            ...{ name: 'invoiceTerms', label: words.invoiceTerms, kind: 'area', rows: 4 },
            hint: words.invoiceTermsHint,
          },
        ],
      },
      {
        legend: words.bank,
        rows: [
          {
            ...{ name: 'bank.kind', label: words.bankKind, kind: 'select', hint: words.bankHint },
            options: [
              { value: '', text: words.bankNone },
              { value: 'iban', text: words.bankIban },
              { value: 'lines', text: words.bankLines },
            ],
          },
          [
            { name: 'bank.iban', label: words.iban },
            { name: 'bank.bic', label: words.bic },
          ],
          [
            { name: 'bank.holder', label: words.holder, hint: words.holderHint },
            { name: 'bank.name', label: words.bankName },
          ],
          { name: 'bank.lines', label: words.lines, kind: 'area', hint: words.linesHint },
        ],
      },
      {
        legend: words.making,
        rows: [
          [
            {
              ...{ name: 'invoiceNumberFormat', label: words.invoiceNumberFormat, required: true },
              hint: t.settings.document.formatHint,
            },
            {
              ...{ name: 'creditNoteNumberFormat', label: words.creditNoteNumberFormat, required: true },
              hint: t.settings.document.formatHint,
            },
          ],
          {
            ...{ name: 'invoiceOnAcceptance', label: t.editor.invoiceOnAcceptance, kind: 'check' },
            hint: t.editor.invoiceOnAcceptanceHint,
          },
          {
            ...{ name: 'recurringInvoices', label: words.recurringInvoices, kind: 'select' },
            hint: words.recurringInvoicesHint,
            options: [
              { value: 'draft', text: words.recurringDraft },
              { value: 'issue', text: words.recurringIssue },
              { value: 'send', text: words.recurringSend },
            ],
          },
          {
            ...{ name: 'retentionYears', label: particulars.retentionYears, kind: 'whole' },
            hint: fill(particulars.retentionYearsHint, { years }),
          },
        ],
      },
      {
        legend: particulars.eInvoice,
        rows: [
          {
            ...{ name: 'eInvoice', label: particulars.eInvoice, kind: 'select' },
            hint: particulars.eInvoiceHint,
            options: [{ value: '', text: particulars.pdfOnly }, ...FORMAT_OPTIONS],
          },
          {
            ...{ name: 'electronicAddress.scheme', label: particulars.electronicId },
            hint: particulars.schemeOwnHint,
            render: () => renderElectronicAddress(viewer, state, particulars.schemeOwnHint),
          },
          {
            ...{ name: 'contactName', label: fields.contactName, autocomplete: 'name' },
            hint: particulars.contactNameHint,
          },
        ],
      },
    ];
  },
};
