import { type ElectronicGaps, findMissingPlace } from '../../../domain/account/particulars/einvoice.ts';
import { type Html, html } from '../../../domain/markup/html.ts';
import { fill } from '../../../i18n/fill.ts';
import type { Viewer } from '../viewer.ts';
import { type FieldOwners, findFieldUrl } from './field-url.ts';
import { describeFormat } from './particulars-fields.ts';

type Found = ElectronicGaps | null;

/** Renders what keeps invoices from being electronic, each with a link to its field. */
export function renderElectronicGaps(viewer: Viewer, found: Found, owners: FieldOwners): Html | false {
  if (!found || found.gaps.length === 0) return false;
  return html`<div class="notice gaps" id="electronic"><p><strong>${formatTitle(viewer, found)}</strong></p>${renderGaps(viewer, found, owners)}</div>`;
}

/** Renders the same, folded up, for a page that has something else to do. */
export function renderFoldedGaps(viewer: Viewer, found: Found, owners: FieldOwners): Html | false {
  if (!found || found.gaps.length === 0) return false;
  return html`<details class="notice gaps"><summary>${formatTitle(viewer, found)}</summary>${renderGaps(viewer, found, owners)}</details>`;
}

function formatTitle({ t }: Viewer, { format }: ElectronicGaps): string {
  return fill(t.particulars.electronic.title, { format: describeFormat(format, { t }) });
}

const PLACES = ['account', 'customer', 'invoice'] as const;
type Place = (typeof PLACES)[number];

/** Lists the fields by the form that has them; what is wrong and not only missing has an explanation. */
function renderGaps(viewer: Viewer, { gaps }: ElectronicGaps, owners: FieldOwners): Html {
  const { problems, ...words } = viewer.t.particulars.electronic;
  const labels = getFieldLabels(viewer.t);
  return html`<dl>${PLACES.map((place) => {
    // Several items may lack the same.
    const different = new Map(
      gaps
        .filter(({ path }) => findPlace(path) === place)
        .map((gap) => [`${findField(gap.path)} ${gap.problem}`, gap]),
    );
    if (different.size === 0) return false;
    return html`<dt>${words[place]}</dt>${[...different.values()].map(({ path, problem }) => {
      const name = labels[place][findField(path)] ?? path;
      const href = findFieldUrl(viewer, path, owners);
      return html`<dd>${href ? html`<a href="${href}">${name}</a>` : name}${problem !== 'required' && html` <span class="muted">${problems[problem]}</span>`}</dd>`;
    })}\n`;
  })}</dl>`;
}

function findPlace(path: string): Place {
  const place = findMissingPlace(path);
  return place === 'quote' ? 'invoice' : place;
}

/** Returns the name of the field in its form. */
function findField(path: string): string {
  const [, owner = '', field = ''] = path.split('/');
  return owner === 'account' || owner === 'customer' ? field : owner;
}

/** Returns the names of fields in their forms, by the form. */
export function getFieldLabels({
  particulars: { fields },
  settings: { business, document, invoices: bills, tax },
  nouns: { customers, invoices },
  invoices: words,
}: Viewer['t']): Record<Place, Record<string, string>> {
  return {
    account: { ...business, ...tax, ...fields, bank: bills.bank, iban: bills.iban },
    customer: { ...customers, ...fields },
    invoice: {
      ...{ currency: document.currency, items: invoices.items, taxes: invoices.tax },
      ...{ supplyDate: words.supplyDate, paymentMethod: words.method, notes: words.notes },
    },
  };
}
