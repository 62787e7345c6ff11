const NEW = 'new';
/** Prefix that no customer id has. */
const CALLED_NEW = '~new';

/**
 * Path relative to the account. A customer whose id is `new` needs another path, because `new` is the form for a
 * new customer.
 */
export function customerPath(id: string): string {
  return `customers/${id === NEW ? CALLED_NEW : encodeURIComponent(id)}`;
}

export function parseCustomerId(part: string): string {
  return part === CALLED_NEW ? NEW : part;
}
