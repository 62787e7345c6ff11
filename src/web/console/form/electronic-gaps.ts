import type { ElectronicGaps, Gap } from '../../../domain/particulars/einvoice.ts';
import { fill } from '../../../i18n/fill.ts';
import { type Html, html } from '../../../markup/html.ts';
import type { Reader } from '../reader.ts';
import { type FieldOwners, findFieldUrl } from './field-url.ts';
import { describeFormat } from './particulars-fields.ts';

type Found = ElectronicGaps | null;

/** Renders what keeps invoices from being electronic, each with a link to its field. */
export function renderElectronicGaps(reader: Reader, found: Found, owners: FieldOwners): Html | false {
  if (!found || found.gaps.length === 0) return false;
  return html`<div class="notice" id="electronic"><p>${formatTitle(reader, found)}</p>${renderGaps(reader, found, owners)}</div>`;
}

/** Renders the same, folded up, for a page that has something else to do. */
export function renderFoldedGaps(reader: Reader, found: Found, owners: FieldOwners): Html | false {
  if (!found || found.gaps.length === 0) return false;
  return html`<details class="notice"><summary>${formatTitle(reader, found)}</summary>${renderGaps(reader, found, owners)}</details>`;
}

function formatTitle({ t }: Reader, { format }: ElectronicGaps): string {
  return fill(t.particulars.electronic.title, { format: describeFormat(format, { t }) });
}

function renderGaps(reader: Reader, { gaps }: ElectronicGaps, owners: FieldOwners): Html {
  const { problems } = reader.t.particulars.electronic;
  // Several items may lack the same.
  const different = new Map(gaps.map((gap) => [`${formatName(reader, gap)} ${gap.problem}`, gap]));
  return html`<ul>
${[...different.values()].map((gap) => {
  const name = formatName(reader, gap);
  const href = findFieldUrl(reader, gap.path, owners);
  return html`<li>${href ? html`<a href="${href}">${name}</a>` : name}${gap.problem !== 'required' && html`. ${problems[gap.problem]}`} <span class="muted">${gap.term}</span></li>\n`;
})}</ul>`;
}

/** Names the owner and the field: “Customer: Town or city”. */
function formatName({ t }: Reader, { path }: Gap): string {
  const { of, account, customer, invoice } = t.particulars.electronic;
  const [, owner = '', field = ''] = path.split('/');
  const labels = getLabels(t);
  if (owner === 'account') return fill(of, { owner: account, field: labels.account[field] ?? field });
  if (owner === 'customer') return fill(of, { owner: customer, field: labels.customer[field] ?? field });
  return fill(of, { owner: invoice, field: labels.invoice[owner] ?? owner });
}

function getLabels({
  particulars: { fields },
  settings: { business, document },
  nouns: { customers, invoices },
  invoices: words,
}: Reader['t']): Record<'account' | 'customer' | 'invoice', Record<string, string>> {
  return {
    account: { ...business, ...fields, bank: document.bank },
    customer: { ...customers, ...fields },
    invoice: {
      ...{ currency: document.currency, items: invoices.items, taxes: invoices.tax },
      ...{ supplyDate: words.supplyDate, paymentMethod: words.method },
    },
  };
}
