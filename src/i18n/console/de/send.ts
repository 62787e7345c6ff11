import type { send as english, mailAccount as englishMailAccount } from '../en/send.ts';

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

export const mailAccount: typeof englishMailAccount = {
  title: 'Ihr eigenes E-Mail-Konto',
  intro:
    'Senden Sie von Ihrer eigenen Adresse über Ihren eigenen Mailserver. E-Mails gehen dann nie über einen anderen Server, auch wenn Ihrer ausfällt.',
  none: 'Es ist keines verbunden.',
  connected: 'Verbunden als {address}.',
  connectedSent: 'Verbunden als {address}, letzte E-Mail {when}.',
  signInNeeded: 'Anmeldung nötig seit {time}. {waiting}',
  waiting: { one: '{n} E-Mail wartet.', other: '{n} E-Mails warten.' },
  signInHint:
    'Der Mailserver von {address} lehnt die Anmeldung ab. Geben Sie das Passwort neu ein oder verbinden Sie neu.',
  unreadable:
    'Die gespeicherte Anmeldung ist nicht lesbar: Das Geheimnis dieses Dienstes wurde geändert oder nicht wiederhergestellt. Bis Sie neu verbinden, wird nichts gesendet.',
  by: 'Verbunden von',
  server: 'Mailserver',
  user: 'Benutzername',
  replies: 'Antworten',
  noReplies: 'Werden nicht gelesen',
  repliesElsewhere:
    'Nicht gelesen: Antworten gehen an {address}. Leeren Sie „Antworten gehen an“, um sie hier zu lesen.',
  repliesRead: 'Antworten wurden zuletzt {when} gelesen.',
  repliesFailing: 'Antworten werden seit {time} nicht gelesen: {why}',
  movingFails: 'Antworten werden gelesen, aber nicht in den Ordner verschoben: {why}',
  skipped: {
    one: '{n} Nachricht konnte nicht gelesen werden, am {time}. Sehen Sie in Ihrem Postfach nach.',
    other:
      '{n} Nachrichten konnten nicht gelesen werden, die letzte am {time}. Sehen Sie in Ihrem Postfach nach.',
  },
  connectSmtp: 'Mailserver verbinden (SMTP)',
  changeSmtp: 'Mailserver ändern (SMTP)',
  connectWith: '{provider} verbinden',
  againWith: 'Bei {provider} neu anmelden',
  host: 'Server (SMTP)',
  hostHint: 'Zum Beispiel mail.example.com',
  port: 'Port',
  portHint: '587 oder 2525 für STARTTLS, 465 für TLS',
  password: 'Passwort',
  passwordHint: 'Wird verschlüsselt gespeichert. Viele Anbieter verlangen ein App-Passwort.',
  from: 'Absenderadresse',
  imap: 'Antworten lesen (IMAP)',
  imapHint:
    'Freiwillig. Im Postfach wird nichts gelöscht oder markiert. Benutzername und Passwort sind dieselben.',
  imapHost: 'Server (IMAP)',
  imapHostHint: 'Leer lassen, um keine Antworten zu lesen',
  plusAddressing: 'Das Postfach bekommt auch E-Mails an name+beliebig@…',
  authservId: 'Name des Servers, der Absender prüft',
  authservIdHint: 'Das erste Wort von „Authentication-Results“ in E-Mails, die Sie bekommen, falls bekannt',
  moveTo: 'Antworten verschieben in den Ordner',
  moveToHint: 'Leer lassen, damit sie im Posteingang bleiben',
  submit: 'Test senden und verbinden',
  submitHint:
    'Eine Test-E-Mail geht an {to}. Nur wenn der Server sie annimmt, wird das E-Mail-Konto gespeichert.',
  done: 'Das E-Mail-Konto ist verbunden. Eine Test-E-Mail wurde an {to} gesendet.',
  failed: 'Es wurde nichts geändert. {why}',
  hostWrong: 'Geben Sie einen Hostnamen wie mail.example.com ein, ohne Port.',
  hostPrivate:
    'Für diesen Host wurde keine öffentliche Adresse gefunden. Prüfen Sie den Namen. Server in einem privaten Netz muss der Administrator dieses Dienstes erlauben.',
  portWrong: 'Geben Sie 465, 587 oder 2525 ein.',
  passwordWrong:
    'Der Mailserver lehnt Benutzername oder Passwort ab. Viele Anbieter verlangen ein App-Passwort.',
  imapFailed: 'Das Postfach ist mit diesem Server, Benutzernamen und Passwort nicht lesbar.',
  unknownOutcome:
    'Die Test-E-Mail wurde vielleicht gesendet, aber die Antwort des Mailservers ging verloren. Versuchen Sie es noch einmal.',
  connection: 'Der Mailserver ist nicht erreichbar. Prüfen Sie Host und Port.',
  certificate: 'Das Zertifikat des Mailservers ist für diesen Host nicht gültig.',
  encryption: 'Der Mailserver bietet an diesem Port keine Verschlüsselung an.',
  protocol: 'An diesem Host und Port ist kein Mailserver.',
  login: 'Der Mailserver lässt derzeit keine Anmeldung zu.',
  no_login: 'Der Mailserver bietet an diesem Port keine Anmeldung an. Verwenden Sie 465 oder 587.',
  expired: 'Das Zertifikat des Mailservers ist abgelaufen. Sein Betreiber muss es erneuern.',
  plain:
    'Der Mailserver spricht an diesem Port nicht von Anfang an TLS. Verwenden Sie 587, oder 465 bei einem Server, der das tut.',
  silent:
    'Der Mailserver nimmt Verbindungen an, antwortet aber nicht rechtzeitig. Prüfen Sie den Port: 465 ist für TLS von Anfang an, 587 für STARTTLS.',
  secretNeeded:
    'Passwörter können noch nicht sicher gespeichert werden. Der Administrator dieses Dienstes muss zuerst den geheimen Schlüssel des Dienstes einrichten.',
  disconnect: 'Trennen',
  disconnectSure: '{address} trennen?',
  disconnectHint:
    'E-Mails werden dann von diesem Dienst gesendet, von {from}. Antworten werden nicht mehr gelesen. Die gespeicherte Anmeldung wird gelöscht.',
  disconnectCaptured:
    'E-Mails werden dann abgefangen und nicht gesendet. Die gespeicherte Anmeldung wird gelöscht.',
  disconnected: 'Das E-Mail-Konto ist getrennt.',
  banner: 'Ihr Mailserver lehnt die Anmeldung ab, deshalb wird keine E-Mail gesendet.',
  bannerLink: 'Neu anmelden',
  mailSubjects: {
    connected: 'Mit {business} wurde ein E-Mail-Konto verbunden',
    replaced: 'Das E-Mail-Konto von {business} wurde ersetzt',
    disconnected: 'Das E-Mail-Konto von {business} wurde getrennt',
  },
  mailText: '{name} hat das in der Konsole getan.',
  mailAddress: 'Adresse',
  mailNote:
    'Wenn Sie das nicht erwartet haben, sehen Sie in den Einstellungen unter „E-Mail“ und „Personen“ nach und ändern Sie jetzt Ihr Passwort.',
};
