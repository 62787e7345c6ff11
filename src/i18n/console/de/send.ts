import type { send as english } from '../en/send.ts';

export const send: typeof english = {
  title: '{number} senden',
  titleAgain: '{number} noch einmal senden',
  to: 'An',
  cc: 'Kopie an',
  ccHint: 'Mehrere Adressen mit Kommas dazwischen',
  subject: 'Betreff',
  message: 'Nachricht',
  messageHint: 'Summe, Gültigkeit, der Knopf zum Angebot und das PDF kommen unter Ihren Text.',
  optional: 'freiwillig',
  preview: 'Vorschau der E-Mail',
  previewButton: 'Vorschau erneuern',
  test: 'Zur Probe an {to} senden',
  send: 'Angebot senden',
  sendAgain: 'Angebot noch einmal senden',
  renews: 'Es ist abgelaufen. Mit dem Senden gilt es wieder bis {date}.',
  replaces:
    'Der Kunde hat dieses Angebot beantwortet. Wenn Sie es noch einmal senden, kann er neu antworten.',
  captures:
    'Es wird nichts zugestellt: Dies ist ein Testbetrieb, oder es ist kein Mailserver eingestellt. Die E-Mail wird abgefangen.',
  noTax:
    'Ihr Unternehmen hat eine Steuernummer, dieses Angebot aber keine Steuer. Wenn das stimmt, geben Sie bei den Positionen an, warum.',
  attached: 'Das PDF liegt bei',
  files: { one: 'und {n} Datei', other: 'und {n} Dateien' },
  tested: 'Die Probe ging an {to}. Der Kunde hat nichts bekommen.',
  testCaptured:
    'Die Probe wurde abgefangen, nicht zugestellt: Sie finden sie unter „Abgefangene E-Mails“. Der Kunde hat nichts bekommen.',
  toWrong: 'Das ist keine E-Mail-Adresse.',
  toMissing: 'Geben Sie eine E-Mail-Adresse ein: Der Kunde hat keine.',
  ccWrong: '„{address}“ ist keine E-Mail-Adresse.',
  ccMany: 'Das sind zu viele Adressen: höchstens {n}.',
  tooLong: 'Das ist zu lang: höchstens {n} Zeichen.',
  tooLarge: 'Das ist mehr, als eine E-Mail tragen kann. Kürzen Sie es.',
  refused:
    'Der Mailserver hat die E-Mail zurückgewiesen, sie wurde nicht gesendet. Prüfen Sie die Adresse, und senden Sie dann noch einmal.',
  unavailable:
    'Der Mailserver ist nicht zu erreichen oder nimmt gerade nichts an, es wurde nichts gesendet. Versuchen Sie es in ein paar Minuten wieder. Bleibt es dabei, testen Sie die Mail-Einstellungen.',
  timeout:
    'Der Mailserver hat nicht rechtzeitig geantwortet, es wurde nichts gesendet. Versuchen Sie es in ein paar Minuten wieder.',
  unknown:
    'Die E-Mail wurde übergeben, aber die Antwort des Mailservers ging verloren: Sie ist vielleicht angekommen. Fragen Sie zuerst den Kunden. Wenn Sie von hier noch einmal senden, ist es genau dieselbe E-Mail.',
  sign_in_needed:
    'Der Mailserver lehnt die Anmeldung ab, es wurde nichts gesendet. Ein Inhaber kann sich unter Einstellungen, E-Mail neu anmelden.',
  said: 'Der Mailserver sagte: {response}',
};
