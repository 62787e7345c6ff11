/** Payments from bank statements. */
export const statements = {
  title: 'Importar pagos',
  intro:
    'Suba el extracto de su banco: CAMT.053, CAMT.054 o CSV. No se registra nada antes de que usted lo confirme.',
  file: 'Extracto bancario',
  fileHint: '{size} como máximo. El archivo no se guarda.',
  read: 'Leer extracto',
  noFile: 'Elija un archivo.',
  unreadable:
    'Este archivo no se puede leer como extracto bancario. Expórtelo de nuevo como CAMT.053, CAMT.054 o CSV con fecha e importe.',
  tooLarge: 'El archivo es demasiado grande. Exporte un período más corto.',
  choose:
    'Marque los pagos que quiera registrar. Ya están marcados aquellos cuya referencia o número e importe coinciden.',
  received: 'Recibido',
  paysFor: 'Paga',
  why: 'Motivo',
  reference: 'Coincide la referencia',
  number: 'Coincide el número',
  amount: 'Solo coincide el importe',
  record: 'Registrar los pagos marcados',
  recordOne: 'Registrar el pago de {amount}',
  recordedCount: 'Pagos registrados: {n}.',
  nothingTicked: 'No había ningún pago marcado.',
  refused: 'Sin registrar: {n}. Ahora queda pendiente menos de lo pagado, o la factura ha cambiado.',
  recorded: 'Ya registrado',
  unmatched: 'Pagos que no corresponden a ninguna factura',
  unmatchedText: 'Si pertenecen a una factura, regístrelos en la página de esta.',
  nothingNew: 'Ningún pago de este extracto corresponde a una factura pendiente.',
  counts: 'Ya registrados: {recorded}. Sin coincidencia: {unmatched}. No son ingresos: {ignored}.',
};
