/** Payments from bank statements. */
export const statements = {
  title: 'Zahlungen importieren',
  intro:
    'Laden Sie den Kontoauszug Ihrer Bank hoch: CAMT.053, CAMT.054 oder CSV. Erfasst wird nur, was Sie bestätigen.',
  file: 'Kontoauszug',
  fileHint: 'Höchstens {size}. Die Datei wird nicht gespeichert.',
  read: 'Auszug lesen',
  noFile: 'Wählen Sie eine Datei aus.',
  unreadable:
    'Diese Datei lässt sich nicht als Kontoauszug lesen. Exportieren Sie sie erneut als CAMT.053, CAMT.054 oder CSV mit Datum und Betrag.',
  tooLarge: 'Die Datei ist zu groß. Exportieren Sie einen kürzeren Zeitraum.',
  choose:
    'Kreuzen Sie die Zahlungen an, die erfasst werden sollen. Wo Referenz oder Nummer und Betrag übereinstimmen, ist das schon geschehen.',
  received: 'Eingegangen',
  paysFor: 'Bezahlt',
  why: 'Grund',
  reference: 'Referenz stimmt überein',
  number: 'Nummer stimmt überein',
  amount: 'Nur der Betrag stimmt überein',
  record: 'Angekreuzte Zahlungen erfassen',
  recordOne: 'Zahlung von {amount} erfassen',
  recordedCount: 'Erfasste Zahlungen: {n}.',
  nothingTicked: 'Es war keine Zahlung angekreuzt.',
  refused:
    'Nicht erfasst: {n}. Inzwischen ist weniger offen, als bezahlt wurde, oder die Rechnung hat sich geändert.',
  recorded: 'Bereits erfasst',
  unmatched: 'Zahlungen, zu denen keine Rechnung passt',
  unmatchedText: 'Gehören sie zu einer Rechnung, erfassen Sie sie auf deren Seite.',
  nothingNew: 'Keine Zahlung in diesem Auszug passt zu einer offenen Rechnung.',
  counts: 'Bereits erfasst: {recorded}. Ohne Treffer: {unmatched}. Keine Eingänge: {ignored}.',
};
