import { ELECTRONIC_ADDRESS_SCHEMES } from '../../../domain/account/particulars/electronic-address.ts';

/** Countries of the codes for VAT identifiers. */
const VAT_CODES = `9910HU 9914AT 9920ES 9922AD 9923AL 9924BA 9925BE 9926BG 9927CH 9928CY 9929CZ 9930DE 9931EE 9932GB 9933GR
  9934HR 9935IE 9936LI 9937LT 9938LU 9939LV 9940MC 9941ME 9942MK 9943MT 9944NL 9945PL 9946PT 9947RO 9948RS 9949SI 9950SK
  9951SM 9952TR 9953VA 9957FR`;

const NAMES = new Map<string, string>([
  ['0002', 'SIREN (FR)'],
  ['0007', 'Organisationsnummer (SE)'],
  ['0009', 'SIRET (FR)'],
  ['0060', 'DUNS'],
  ['0088', 'GLN'],
  ['0106', 'KvK (NL)'],
  ['0151', 'ABN (AU)'],
  ['0188', '法人番号 (JP)'],
  ['0190', 'OIN (NL)'],
  ['0191', 'Registrikood (EE)'],
  ['0192', 'Organisasjonsnummer (NO)'],
  ['0195', 'UEN (SG)'],
  ['0199', 'LEI'],
  ['0204', 'Leitweg-ID (DE)'],
  ['0208', 'Ondernemingsnummer (BE)'],
  ['0210', 'Codice fiscale (IT)'],
  ['0211', 'Partita IVA (IT)'],
  ['0216', 'OVT (FI)'],
  ['0225', 'Annuaire (FR)'],
  ['0235', 'TIN (AE)'],
  ['EM', 'Email'],
  ...VAT_CODES.split(/\s+/).map((code) => [code.slice(0, 4), `VAT (${code.slice(4)})`] as const),
]);

/** The options of the code list EAS, with the names of the usual ones. */
export const ADDRESS_SCHEME_OPTIONS = ELECTRONIC_ADDRESS_SCHEMES.map((value) => {
  const name = NAMES.get(value);
  return { value, text: name ? `${value} – ${name}` : value };
});
