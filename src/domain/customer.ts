export interface Customer {
  id: string;
  name: string;
  email: string | null;
  phone: string | null;
  /** As it is printed: lines separated by line breaks. */
  address: string | null;
  /** ISO 3166-1 alpha-2 */
  country: string | null;
  taxId: string | null;
  /** BCP 47; decides the language of documents, mails and pages. Falls back to the account's. */
  locale: string | null;
  createdAt: string;
  updatedAt: string;
}
