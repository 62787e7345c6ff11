import { type Element, findAll } from './dom.ts';
import type { Rule } from './rules.ts';

const TRADE = 'rsm:SupplyChainTradeTransaction';
const SELLER = `${TRADE}/ram:ApplicableHeaderTradeAgreement/ram:SellerTradeParty`;
const BUYER = `${TRADE}/ram:ApplicableHeaderTradeAgreement/ram:BuyerTradeParty`;
const DELIVERY = `${TRADE}/ram:ApplicableHeaderTradeDelivery`;
const SETTLEMENT = `${TRADE}/ram:ApplicableHeaderTradeSettlement`;

const textOf = (element: Element, path: string) => findAll(element, path)[0]?.text;
const countryOf = (element: Element, party: string) =>
  textOf(element, `${party}/ram:PostalTradeAddress/ram:CountryID`);

/** Rules that Factur-X and ZUGFeRD, and the platforms of France, add to EN 16931. */
export const FACTUR_X: Rule[] = [
  [
    'BR-FX-EN-04',
    ({ element }) => {
      if (countryOf(element, SELLER) !== 'DE' || countryOf(element, BUYER) !== 'DE') return true;
      const isDated = findAll(element, `${DELIVERY}/ram:ActualDeliverySupplyChainEvent`).length > 0;
      const hasPeriod = findAll(element, `${SETTLEMENT}/ram:BillingSpecifiedPeriod`).length > 0;
      return isDated || (hasPeriod && findAll(element, `${DELIVERY}/ram:ShipToTradeParty`).length > 0);
    },
  ],
  [
    'an empty delivery',
    ({ element }) => findAll(element, DELIVERY).every(({ children }) => children.length > 0),
  ],
  [
    'BR-FR-05',
    ({ element }) => {
      const codes = findAll(element, 'rsm:ExchangedDocument/ram:IncludedNote/ram:SubjectCode');
      const expected = countryOf(element, SELLER) === 'FR' ? ['PMT', 'PMD', 'AAB'] : [];
      return JSON.stringify(codes.map(({ text }) => text)) === JSON.stringify(expected);
    },
  ],
  [
    'BR-FR-10',
    ({ element }) => {
      const [id] = findAll(element, `${SELLER}/ram:SpecifiedLegalOrganization/ram:ID`);
      const isSiren = id?.attributes.schemeID === '0002' && /^\d{9}$/.test(id.text);
      return countryOf(element, SELLER) !== 'FR' || isSiren;
    },
  ],
];
