/** The ways in which a response of the API can name a customer. */
interface Named {
  customerId: string;
  /** In lower case; of this customer alone. */
  addresses: readonly string[];
  /** Quotes and invoices. */
  documentIds: ReadonlySet<string>;
}

/**
 * Whether a response of the API is about a customer: the customer itself, one of its documents, or something that was
 * sent to its address. Metadata and texts do not count, because callers write what they like there.
 */
export function mentionsCustomer(body: string, named: Named): boolean {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    // No response that names a customer is anything but JSON.
    return false;
  }
  return (isRecord(value) && isCustomer(value, named)) || isNamedIn(value, named);
}

function isNamedIn(value: unknown, named: Named): boolean {
  if (typeof value === 'string') return named.addresses.includes(value.toLowerCase());
  if (Array.isArray(value)) return value.some((entry) => isNamedIn(entry, named));
  if (!isRecord(value)) return false;
  if (value.customerId === named.customerId) return true;
  if (isRecord(value.customer) && value.customer.id === named.customerId) return true;
  for (const key of ['id', 'quoteId', 'invoiceId', 'documentId']) {
    const id = value[key];
    if (typeof id === 'string' && named.documentIds.has(id)) return true;
  }
  return Object.entries(value).some(([key, entry]) => key !== 'metadata' && isNamedIn(entry, named));
}

/** Identifiers of other things may be the same, but only customers have an email address. */
function isCustomer(value: Record<string, unknown>, { customerId }: Named): boolean {
  return value.id === customerId && 'email' in value;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
