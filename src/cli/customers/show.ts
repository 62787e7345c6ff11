import type { Customer } from '../../domain/customer/customer.ts';
import { formatDetails } from '../terminal/details.ts';
import { formatTime } from '../terminal/output.ts';

export function formatCustomer(customer: Customer): string {
  const { street, street2, postalCode, city, region, address } = customer;
  const lines = [street, street2, [postalCode, city].filter(Boolean).join(' '), region].filter(Boolean);
  return formatDetails({
    Id: customer.id,
    Name: customer.name,
    Contact: customer.contactName,
    Email: customer.email,
    Phone: customer.phone,
    Address: address ?? (lines.join(', ') || null),
    Country: customer.country,
    'Tax ID': customer.taxId,
    Language: customer.locale,
    Created: formatTime(customer.createdAt),
    Changed: formatTime(customer.updatedAt),
  });
}
