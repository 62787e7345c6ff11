const NEW = 'new';
/** No identifier begins like this. */
const CALLED_NEW = '~new';

/** Below the account. Whoever is called `new` is not the page for a new customer. */
export function customerPath(id: string): string {
  return `customers/${id === NEW ? CALLED_NEW : encodeURIComponent(id)}`;
}

export function customerIdIn(part: string): string {
  return part === CALLED_NEW ? NEW : part;
}
