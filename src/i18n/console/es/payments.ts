import type { payments as en } from '../en/payments.ts';

export const payments: typeof en = {
  title: 'Pagos',
  intro:
    'Conecte un proveedor de pagos para que los clientes puedan pagar las facturas en línea. El dinero va directamente a su cuenta en el proveedor, y ningún dato de tarjeta llega a este servicio.',
  testMode: 'Esta es una cuenta de prueba: solo admite claves de prueba y nadie paga con dinero real.',
  noPublicUrl:
    'Este servicio no tiene una URL https:// pública, así que el proveedor no puede avisarle. Los pagos se consultan al proveedor y se encuentran en una hora como máximo.',
  none: 'No hay ningún proveedor de pagos conectado. Las facturas muestran su cuenta bancaria, si la ha indicado.',
  states: {
    connected: 'Conectado. Los clientes pueden pagar las facturas en línea.',
    key_refused: '{provider} rechaza la clave. Hasta que introduzca otra, nadie puede pagar en línea.',
    unreadable:
      'La clave guardada no se puede leer: el secreto de este servicio se cambió o no se restauró. Hasta que vuelva a introducir las claves, nadie puede pagar en línea.',
  },
  keyEnds: 'La clave termina en {digits}',
  live: 'Modo real',
  test: 'Modo de prueba',
  since: 'Conectado',
  url: 'URL para notificaciones',
  connect: 'Conectar {provider}',
  renew: 'Sustituir las claves de {provider}',
  changeTo: 'Cambiar a {provider}',
  stripeUrl:
    'En el Dashboard de Stripe, añada un webhook (Desarrolladores → Webhooks) con esta URL y estos eventos:',
  stripeKeys:
    'Después copie su secreto de firma y su clave secreta (Desarrolladores → Claves de API) en estos campos:',
  stripeRenew:
    'Con la clave o el secreto de firma actuales, el webhook de Stripe se queda como está. Si ambos son nuevos, añada un webhook con esta URL y estos eventos:',
  mollieKeys: 'En el Dashboard de Mollie, abra Desarrolladores → Claves API y copie la clave en este campo:',
  secretKey: 'Clave secreta',
  apiKey: 'Clave API',
  begins: 'Empieza por {text}',
  webhookSecret: 'Secreto de firma',
  keyRefused: '{provider} rechaza esta clave.',
  keyLive: 'Esta es una clave real. Una cuenta de prueba necesita una clave de prueba.',
  keyTest: 'Esta es una clave de prueba. Una cuenta real necesita una clave real.',
  secretWrong: 'Introduzca el secreto de firma.',
  unreachable:
    '{provider} no respondió, así que no se pudo comprobar la clave. No se ha cambiado nada. Inténtelo de nuevo en un momento.',
  secretNeeded:
    'Todavía no se pueden guardar claves de forma segura. El administrador de este servicio tiene que configurar antes la clave secreta del servicio.',
  done: '{provider} está conectado.',
  disconnect: 'Desconectar {provider}',
  disconnectHint:
    'Los clientes ya no podrán empezar a pagar en línea. Los pagos ya empezados se seguirán registrando.',
  disconnected: 'El proveedor de pagos está desconectado.',
  mailSubjects: {
    connected: '{provider} se ha conectado a {business}',
    replaced: 'La conexión de {business} con {provider} se ha sustituido',
    disconnected: '{provider} se ha desconectado de {business}',
  },
  mailText: '{name} lo hizo en la consola.',
  mailKey: 'La clave termina en',
  mailNote: 'Si no lo esperaba, mire «Pagos» y «Personas» en los ajustes y cambie ahora su contraseña.',
  refund: 'Reembolsar',
  refundOf: 'Reembolsar el pago de {amount}',
  refundTitle: 'Reembolsar un pago de {number}',
  refundText: '{provider} devuelve el dinero al cliente. No se puede deshacer.',
  refundAmount: 'Importe que se reembolsa',
  refundLeft: 'De este pago quedan como máximo {amount}.',
  refunded: 'El reembolso está registrado.',
  refundUnreachable: '{provider} no respondió. Pulse el botón otra vez: nada se reembolsa dos veces.',
  refundRefused:
    '{provider} rechazó el reembolso. Consulte el motivo en su dashboard o reembolse allí: aquí se registra por sí solo.',
  refundRunning: 'Este pago se está reembolsando. Espere un minuto y vuelva a mirar.',
};

/** Payments from bank statements. */
export const statements = {
  title: 'Importar pagos',
  intro:
    'Suba el extracto de su banco: CAMT.052, CAMT.053, CAMT.054 o CSV. No se registra nada antes de que usted lo confirme.',
  file: 'Extracto bancario',
  fileHint: '{size} como máximo. El archivo no se guarda.',
  read: 'Leer extracto',
  noFile: 'Elija un archivo.',
  unreadable:
    'Este archivo no se puede leer como extracto bancario. Expórtelo de nuevo como CAMT.052, CAMT.053, CAMT.054 o CSV con fecha e importe.',
  tooLarge: 'El archivo es demasiado grande. Exporte un período más corto.',
  choose:
    'Marque los pagos que quiera registrar. Ya están marcados aquellos cuya referencia o número e importe coinciden. Si un pago es de varias facturas, marque cada una.',
  received: 'Recibido',
  paysFor: 'Paga',
  why: 'Motivo',
  reference: 'Coincide la referencia',
  number: 'Coincide el número',
  amount: 'Solo coincide el importe',
  record: 'Registrar los pagos marcados',
  recordedCount: 'Pagos registrados: {n}.',
  nothingTicked: 'No había ningún pago marcado.',
  refused:
    'Sin registrar: {n}. Ahora queda pendiente menos de lo pagado, otras facturas agotan el pago o la factura ha cambiado.',
  recorded: 'Ya registrado',
  unmatched: 'Pagos que no corresponden a ninguna factura',
  unmatchedText: 'Si pertenecen a una factura, regístrelos en la página de esta.',
  nothingNew: 'Ningún pago de este extracto corresponde a una factura pendiente.',
  counts: 'Ya registrados: {recorded}. Sin coincidencia: {unmatched}. No son ingresos: {ignored}.',
  perhaps: 'Quizá ya registrado: hay un pago de este día y este importe. Márquelo solo si es otro.',
  left: 'Sin registrar todavía: {amount}',
  askDecimal:
    'El archivo no muestra si importes como 5,000 llevan decimales o millares. Indique qué va delante de los decimales y elija el archivo de nuevo.',
  decimal: 'Delante de los decimales',
  decimalPoint: 'Un punto: 1,234.567',
  decimalComma: 'Una coma: 1.234,567',
  askDateOrder:
    'El archivo no muestra si en sus fechas va primero el día o el mes. Indíquelo y elija el archivo de nuevo.',
  dateOrder: 'Fechas',
  dayFirst: 'Primero el día: 31/12/2026',
  monthFirst: 'Primero el mes: 12/31/2026',
  ignored: 'Omitidos',
  ignoredText: 'Estos apuntes no son cobros o no se pueden leer. Los números son líneas del archivo.',
  ignoredReasons: {
    unreadable: 'Las comillas no concuerdan',
    date: 'No se puede leer la fecha',
    amount: 'No se puede leer el importe',
    currency: 'Moneda desconocida',
    pending: 'Sin contabilizar o rechazado',
    reversal: 'Anulación',
    zero_amount: 'Importe 0',
    debit: 'Cargo',
  },
};
