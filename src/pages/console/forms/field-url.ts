import { customerPath } from '../resources/customer-path.ts';
import { findSettingPath } from '../settings/forms/setting-pages.ts';
import type { Viewer } from '../viewer.ts';

/** The documents whose forms hold the fields. */
export interface FieldOwners {
  customerId: string;
  /** A quote that can be edited. */
  quoteId?: string | undefined;
  /** The draft of an invoice. */
  draftId?: string | undefined;
}

/**
 * Returns the URL of the form with a field of an invoice or its parties, which the browser then focuses; `null` if the
 * reader may not open it.
 */
export function findFieldUrl({ base, role }: Viewer, path: string, owners: FieldOwners): string | null {
  const [, owner = '', field = ''] = path.split('/');
  if (owner === 'account') return role === 'owner' ? `${base}/settings/${findSettingPath(field)}` : null;
  if (role === 'reader') return null;
  const { customerId, quoteId, draftId } = owners;
  if (owner === 'customer') return `${base}/${customerPath(customerId)}/edit#${findInputId(field)}`;
  if (draftId !== undefined && DRAFT_FIELDS.includes(owner)) {
    return `${base}/invoices/${draftId}/edit#${findInputId(owner)}`;
  }
  if (quoteId !== undefined) return `${base}/quotes/${quoteId}/edit`;
  // The items of an invoice are final, but the account can say why they have no tax.
  const isCategory = path.endsWith('/taxCategory') && role === 'owner';
  return isCategory ? `${base}/settings/${findSettingPath('zeroTaxCategory')}` : null;
}

const DRAFT_FIELDS = ['supplyDate', 'supplyPeriod', 'notes', 'paymentMethod'];

/** An electronic address and a period are entered in two fields. */
function findInputId(field: string): string {
  const first: Record<string, string> = {
    electronicAddress: 'electronicAddress-scheme',
    supplyPeriod: 'supplyFrom',
  };
  return `f-${first[field] ?? field}`;
}
