import type { payments as en } from '../en/payments.ts';

export const payments: typeof en = {
  title: 'Zahlungen',
  intro:
    'Verbinden Sie einen Zahlungsanbieter, damit Kunden Rechnungen online bezahlen können. Das Geld geht direkt auf Ihr Konto beim Anbieter, und keine Kartendaten erreichen diesen Dienst.',
  testMode: 'Dies ist ein Testkonto: Es nimmt nur Testschlüssel an, und niemand bezahlt mit echtem Geld.',
  noPublicUrl:
    'Dieser Dienst hat keine öffentliche https://-Adresse, der Anbieter kann ihn also nicht benachrichtigen. Zahlungen werden beim Anbieter abgefragt und nach spätestens einer Stunde gefunden.',
  none: 'Kein Zahlungsanbieter ist verbunden. Rechnungen zeigen Ihre Bankverbindung, sofern Sie eine eingetragen haben.',
  states: {
    connected: 'Verbunden. Kunden können Rechnungen online bezahlen.',
    key_refused:
      '{provider} lehnt den Schlüssel ab. Bis Sie einen neuen eingeben, kann niemand online bezahlen.',
    unreadable:
      'Der gespeicherte Schlüssel ist nicht lesbar: Das Geheimnis dieses Dienstes wurde geändert oder nicht wiederhergestellt. Bis Sie die Schlüssel erneut eingeben, kann niemand online bezahlen.',
  },
  keyEnds: 'Schlüssel endet auf {digits}',
  live: 'Live-Modus',
  test: 'Testmodus',
  since: 'Verbunden',
  url: 'URL für Benachrichtigungen',
  connect: '{provider} verbinden',
  renew: 'Schlüssel von {provider} ersetzen',
  changeTo: 'Zu {provider} wechseln',
  stripeUrl:
    'Fügen Sie im Stripe-Dashboard einen Webhook (Entwickler → Webhooks) mit dieser URL und diesen Ereignissen hinzu:',
  stripeKeys:
    'Kopieren Sie dann dessen Signaturgeheimnis und Ihren geheimen Schlüssel (Entwickler → API-Schlüssel) in diese Felder:',
  stripeRenew:
    'Mit dem bisherigen Schlüssel oder dem bisherigen Signaturgeheimnis bleibt der Webhook bei Stripe, wie er ist. Wenn beide neu sind, fügen Sie einen Webhook mit dieser URL und diesen Ereignissen hinzu:',
  mollieKeys:
    'Öffnen Sie im Mollie-Dashboard Entwickler → API-Schlüssel und kopieren Sie den Schlüssel in dieses Feld:',
  secretKey: 'Geheimer Schlüssel',
  apiKey: 'API-Schlüssel',
  begins: 'Beginnt mit {text}',
  webhookSecret: 'Signaturgeheimnis',
  keyRefused: '{provider} lehnt diesen Schlüssel ab.',
  keyLive: 'Dies ist ein Live-Schlüssel. Ein Testkonto braucht einen Testschlüssel.',
  keyTest: 'Dies ist ein Testschlüssel. Ein Livekonto braucht einen Live-Schlüssel.',
  secretWrong: 'Geben Sie das Signaturgeheimnis ein.',
  unreachable:
    '{provider} hat nicht geantwortet, der Schlüssel konnte also nicht geprüft werden. Nichts wurde geändert. Versuchen Sie es gleich noch einmal.',
  secretNeeded:
    'Schlüssel können noch nicht sicher gespeichert werden. Der Administrator dieses Dienstes muss zuerst den geheimen Schlüssel des Dienstes einrichten.',
  done: '{provider} ist verbunden.',
  disconnect: '{provider} trennen',
  disconnectHint:
    'Kunden können dann keine Online-Zahlung mehr beginnen. Begonnene Zahlungen werden noch erfasst.',
  disconnected: 'Der Zahlungsanbieter ist getrennt.',
  mailSubjects: {
    connected: '{provider} wurde mit {business} verbunden',
    replaced: 'Die Verbindung von {business} mit {provider} wurde ersetzt',
    disconnected: '{provider} wurde von {business} getrennt',
  },
  mailText: '{name} hat das in der Konsole getan.',
  mailKey: 'Schlüssel endet auf',
  mailNote:
    'Wenn Sie das nicht erwartet haben, sehen Sie in den Einstellungen unter „Zahlungen“ und „Personen“ nach und ändern Sie jetzt Ihr Passwort.',
  refund: 'Erstatten',
  refundOf: 'Die Zahlung von {amount} erstatten',
  refundTitle: 'Eine Zahlung von {number} erstatten',
  refundText: '{provider} gibt dem Kunden das Geld zurück. Das lässt sich nicht rückgängig machen.',
  refundAmount: 'Zu erstattender Betrag',
  refundLeft: 'Von dieser Zahlung sind höchstens {amount} übrig.',
  refunded: 'Die Erstattung ist erfasst.',
  refundUnreachable:
    '{provider} hat nicht geantwortet. Drücken Sie noch einmal auf die Schaltfläche: Nichts wird doppelt erstattet.',
  refundRefused:
    '{provider} hat die Erstattung abgelehnt. Sehen Sie im Dashboard des Anbieters nach dem Grund, oder erstatten Sie dort: Das wird hier von selbst erfasst.',
  refundRunning:
    'Diese Zahlung wird gerade erstattet. Warten Sie eine Minute und sehen Sie noch einmal nach.',
};

/** Payments from bank statements. */
export const statements = {
  title: 'Zahlungen importieren',
  intro:
    'Laden Sie den Kontoauszug Ihrer Bank hoch: CAMT.052, CAMT.053, CAMT.054 oder CSV. Erfasst wird nur, was Sie bestätigen.',
  file: 'Kontoauszug',
  fileHint: 'Höchstens {size}. Die Datei wird nicht gespeichert.',
  read: 'Auszug lesen',
  noFile: 'Wählen Sie eine Datei aus.',
  unreadable:
    'Diese Datei lässt sich nicht als Kontoauszug lesen. Exportieren Sie sie erneut als CAMT.052, CAMT.053, CAMT.054 oder CSV mit Datum und Betrag.',
  tooLarge: 'Die Datei ist zu groß. Exportieren Sie einen kürzeren Zeitraum.',
  choose:
    'Kreuzen Sie die Zahlungen an, die erfasst werden sollen. Wo Referenz oder Nummer und Betrag übereinstimmen, ist das schon geschehen. Gilt eine Zahlung für mehrere Rechnungen, kreuzen Sie jede davon an.',
  received: 'Eingegangen',
  paysFor: 'Bezahlt',
  why: 'Grund',
  reference: 'Referenz stimmt überein',
  number: 'Nummer stimmt überein',
  amount: 'Nur der Betrag stimmt überein',
  record: 'Angekreuzte Zahlungen erfassen',
  recordedCount: 'Erfasste Zahlungen: {n}.',
  nothingTicked: 'Es war keine Zahlung angekreuzt.',
  refused:
    'Nicht erfasst: {n}. Inzwischen ist weniger offen, als bezahlt wurde, andere Rechnungen brauchen die Zahlung auf, oder die Rechnung hat sich geändert.',
  recorded: 'Bereits erfasst',
  unmatched: 'Zahlungen, zu denen keine Rechnung passt',
  unmatchedText: 'Gehören sie zu einer Rechnung, erfassen Sie sie auf deren Seite.',
  nothingNew: 'Keine Zahlung in diesem Auszug passt zu einer offenen Rechnung.',
  counts: 'Bereits erfasst: {recorded}. Ohne Treffer: {unmatched}. Keine Eingänge: {ignored}.',
  perhaps:
    'Vielleicht schon erfasst: Es gibt eine Zahlung von diesem Tag über diesen Betrag. Nur ankreuzen, wenn es eine andere ist.',
  left: 'Noch nicht erfasst: {amount}',
  askDecimal:
    'Die Datei zeigt nicht, ob Beträge wie 5,000 Nachkommastellen oder Tausender haben. Wählen Sie, was vor den Nachkommastellen steht, und die Datei noch einmal.',
  decimal: 'Vor den Nachkommastellen',
  decimalPoint: 'Ein Punkt: 1,234.567',
  decimalComma: 'Ein Komma: 1.234,567',
  askDateOrder:
    'Die Datei zeigt nicht, ob in den Daten der Tag oder der Monat zuerst steht. Wählen Sie es aus und die Datei noch einmal.',
  dateOrder: 'Datum',
  dayFirst: 'Tag zuerst: 31/12/2026',
  monthFirst: 'Monat zuerst: 12/31/2026',
  ignored: 'Ausgelassen',
  ignoredText:
    'Diese Einträge sind keine Zahlungseingänge oder lassen sich nicht lesen. Die Zahlen sind Zeilen der Datei.',
  ignoredReasons: {
    unreadable: 'Anführungszeichen passen nicht zusammen',
    date: 'Das Datum ist nicht lesbar',
    amount: 'Der Betrag ist nicht lesbar',
    currency: 'Die Währung ist unbekannt',
    pending: 'Nicht gebucht oder abgelehnt',
    reversal: 'Storno',
    zero_amount: 'Betrag 0',
    debit: 'Ausgang',
  },
};
