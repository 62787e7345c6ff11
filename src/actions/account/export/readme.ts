/** Explains the export to somebody who has nothing else. */
export const EXPORT_README = `This is everything that Proffer stored for one account, as it was at one moment.

account.json
  The settings of the account.

quotes.csv, customers.csv, invoices.csv
  Lists for a spreadsheet.

data
  One file for each kind of thing, with one JSON object per line. customers, catalogue, templates, quotes and
  invoices have each thing as the API returns it; their "-details" files and all others have rows as they are stored.
  Times that are numbers are milliseconds since 1970 (UTC), amounts are in the smallest unit of their currency.

documents
  The PDFs that were sent, accepted or issued, as they were shown then. data/documents.jsonl names the quote of each by
  its SHA-256, which manifest.json has for every file. Those that were made for this export, because nobody had opened
  them, are not in it: their names begin with the number.

attachments
  The files that were attached to quotes. data/attachments.jsonl names the quotes of each by its SHA-256.

jwks.json
  The public keys by which the signatures in data/decisions.jsonl can be checked.

manifest.json
  All other files with their size and SHA-256, and how many lines each file in "data" has. It is written last: an
  export without it was cut off and is not complete. "missing" lists documents whose PDF could not be made.

What is not here: passwords, keys and other secrets; the links of customers, which are left out of texts; counters and
lists that follow from the data; emails that wait for delivery. A PDF that was sent may contain the link of its customer:
give it to nobody who must not open the quote.
`;
