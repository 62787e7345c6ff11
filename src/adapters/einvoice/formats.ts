import type { XmlFormat } from '../../domain/account/particulars/einvoice.ts';

interface FormatIds {
  /** Specification identifier (BT-24). */
  specification: string;
  /** Business process (BT-23). */
  process?: string;
}

const EN_16931 = 'urn:cen.eu:en16931:2017';
const PEPPOL_PROCESS = 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0';

export const FORMAT_IDS: Readonly<Record<XmlFormat, FormatIds>> = {
  cii: { specification: EN_16931 },
  ubl: { specification: EN_16931 },
  xrechnung: {
    specification: `${EN_16931}#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0`,
    process: PEPPOL_PROCESS,
  },
  peppol: {
    specification: `${EN_16931}#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0`,
    process: PEPPOL_PROCESS,
  },
};
