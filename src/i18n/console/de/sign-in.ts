import type { signIn as english, mailSignIn as enMail } from '../en/sign-in.ts';

export const signIn: typeof english = {
  setupTitle: 'Konsole einrichten',
  setupIntro: 'Sie werden Inhaber von allem in dieser Installation. Andere können Sie später einladen.',
  business: 'Name Ihres Unternehmens',
  businessWrong: 'Geben Sie den Namen Ihres Unternehmens ein, höchstens {n} Zeichen.',
  country: 'Land',
  countryHint:
    'Es schlägt Währung, Sprache, Zeitzone und Steuersatz vor. Auf der nächsten Seite können Sie sie ändern.',
  countryLater: 'Später wählen',
  setupButton: 'Konsole einrichten',
  setupPasskey: 'Passkey statt Passwort benutzen',
  setupGoneTitle: 'Dieser Link funktioniert nicht mehr',
  setupGoneText:
    'Er wurde benutzt, oder der Dienst wurde seitdem neu gestartet. Terminal oder Protokoll des Dienstes zeigen den neuesten Link, bis die Konsole eingerichtet ist.',
  setupPendingTitle: 'Die Konsole ist noch nicht eingerichtet',
  setupPendingText:
    'Terminal oder Protokoll des Dienstes zeigen einen Link zum Einrichten. Öffnen Sie diesen Link.',
  signInTitle: 'Anmelden',
  signInButton: 'Anmelden',
  signInAgain: 'Melden Sie sich zu Ihrer Sicherheit noch einmal an, um fortzufahren.',
  name: 'Ihr Name',
  email: 'E-Mail-Adresse',
  password: 'Passwort',
  passwordHint: 'Mindestens 10 Zeichen. Ein paar Wörter zusammen merkt man sich leicht.',
  newPassword: 'Neues Passwort',
  wrong: 'E-Mail-Adresse oder Passwort stimmt nicht.',
  tooMany: 'Zu viele Versuche. Warten Sie {seconds} Sekunden und versuchen Sie es dann erneut.',
  busy: 'Gerade melden sich zu viele an. Versuchen Sie es in ein paar Sekunden erneut.',
  nameMissing: 'Geben Sie Ihren Namen ein, höchstens 100 Zeichen.',
  emailWrong: 'Geben Sie eine E-Mail-Adresse ein, etwa ada@example.com.',
  passwordShort: 'Das Passwort braucht mindestens 10 Zeichen.',
  passwordLong: 'Das Passwort darf höchstens 200 Zeichen haben.',
  passwordEasy: 'Dieses Passwort ist leicht zu erraten. Wählen Sie ein anderes.',
  forgedTitle: 'Das kam nicht von dieser Seite',
  forgedText:
    'Zu Ihrer Sicherheit wurde nichts getan. Öffnen Sie die Seite in diesem Browser neu und wiederholen Sie es dort.',
  noAccountTitle: 'Sie gehören zu keinem Unternehmen',
  noAccountText: 'Bitten Sie einen Inhaber, Sie einzuladen.',
  signOut: 'Abmelden',
  forgot: 'Passwort vergessen?',
  or: 'oder',
  passkeyButton: 'Mit Passkey anmelden',
  passkeyFailed:
    'Der Passkey hat hier nicht funktioniert. Versuchen Sie es erneut, oder melden Sie sich mit dem Passwort an.',
  oidcButton: 'Mit {provider} anmelden',
  oidcFailed: 'Die Anmeldung mit {provider} hat nicht funktioniert. Versuchen Sie es erneut.',
  oidcStale:
    '{provider} hat nicht bestätigt, dass Sie sich dort gerade angemeldet haben. Versuchen Sie es erneut oder melden Sie sich anders an.',
  oidcRefused: 'Sie wurden noch nicht eingeladen. Bitten Sie einen Inhaber um eine Einladung.',
  oidcLink:
    'Ihre E-Mail-Adresse ist hier schon bekannt. Melden Sie sich einmal wie bisher an; danach genügt {provider}.',
  secondTitle: 'Anmeldung in zwei Schritten',
  secondText: 'Geben Sie den Code Ihrer Authenticator-App oder einen Ihrer Wiederherstellungscodes ein.',
  code: 'Code',
  goOn: 'Weiter',
  codeWrong: 'Dieser Code stimmt nicht oder wurde schon benutzt.',
  codesLocked:
    'Zu viele falsche Codes. Bis zu 24 Stunden lang gelten nur Wiederherstellungscodes und Passkeys.',
  lockedSubject: 'Falsche Codes bei Ihrer Anmeldung',
  lockedMailText:
    'Jemand, der Ihr Passwort kennt, hat zehn falsche Codes Ihrer Authenticator-App eingegeben. Bis zu 24 Stunden lang können Sie sich nur mit einem Wiederherstellungscode oder einem Passkey anmelden.',
  lockedMailNote: 'Wenn Sie das nicht waren, ändern Sie jetzt Ihr Passwort.',
  secondGone: 'Das hat zu lange gedauert. Melden Sie sich noch einmal an.',
  resetTitle: 'Neues Passwort festlegen',
  resetText: 'Wir schicken Ihnen einen Code, mit dem Sie ein neues Passwort wählen können.',
  resetSend: 'Code senden',
  resetSent: 'Wenn diese Adresse hier bekannt ist, ist ein Code unterwegs. Geben Sie ihn unten ein.',
  resetRecent:
    'Es wurde kein neuer Code gesendet, weil für diese Adresse vor Kurzem einer angefordert wurde. Geben Sie unten den neuesten Code ein, oder fordern Sie später einen an.',
  resetNoMail:
    'Es ist kein Mailserver eingerichtet. Die Administration kann einen Code erstellen: proffer users reset',
  resetCode: 'Code aus der E-Mail',
  resetButton: 'Passwort festlegen',
  resetWrong: 'Der Code stimmt nicht oder ist nicht mehr gültig.',
  resetDone: 'Ihr neues Passwort gilt. Melden Sie sich damit an.',
  resetHave: 'Ich habe einen Code',
  resetSubject: 'Ihr Code für ein neues Passwort',
  resetMailText: 'Geben Sie diesen Code unter {address} ein, um ein neues Passwort zu wählen.',
  resetMailNote:
    'Der Code gilt 10 Minuten. Wenn Sie ihn nicht angefordert haben, ignorieren Sie diese E-Mail: Es hat sich nichts geändert.',
  addressSubject: 'Bestätigen Sie Ihre neue E-Mail-Adresse',
  addressMailText:
    'Geben Sie diesen Code auf der Seite „Sie“ der Konsole ein, um sich mit dieser Adresse anzumelden.',
  addressMailNote:
    'Der Code gilt 10 Minuten. Wenn Sie ihn nicht angefordert haben, ignorieren Sie diese E-Mail: Es hat sich nichts geändert.',
  addressChangedSubject: 'Ihre E-Mail-Adresse wurde geändert',
  addressChangedText: 'Sie melden sich jetzt mit {address} in der Konsole an.',
  addressChangedNote:
    'Wenn Sie das nicht waren, wenden Sie sich sofort an einen Inhaber oder den Administrator des Dienstes.',
  invitationSubject: 'Einladung zu {business}',
  invitationText: 'Sie sind eingeladen, in der Konsole dieses Unternehmens zu arbeiten.',
  invitationTextBy: '{name} lädt Sie ein, in der Konsole dieses Unternehmens zu arbeiten.',
  invitationOpen: 'Einladung öffnen',
  invitationNote: 'Die Einladung gilt sieben Tage und funktioniert einmal.',
  invitationAs: 'Sie treten als {email} bei.',
  invitationJoin: '{business} beitreten',
  invitationSignIn: 'Anmelden und beitreten',
  invitationOther:
    'Die Einladung ist für {email}, aber es ist jemand anderes angemeldet. Melden Sie sich ab und öffnen Sie sie dann noch einmal.',
  invitationGoneTitle: 'Diese Einladung funktioniert nicht mehr',
  invitationGoneText:
    'Sie wurde benutzt, zurückgezogen oder ersetzt, oder ihre sieben Tage sind vorbei. Bitten Sie um eine neue.',
  role: 'Rolle',
  roles: { owner: 'Inhaber', member: 'Mitglied', reader: 'Leser' },
};

export const mailSignIn: typeof enMail = {
  toProvider: 'Weiter zu {provider}',
  toProviderText:
    'Melden Sie sich dort mit dem Postfach an, von dem Ihre E-Mails kommen sollen, und erlauben Sie den Zugriff.',
  failedTitle: 'Das Postfach wurde nicht verbunden',
  nothingChanged: 'Es wurde nichts geändert.',
  back: 'Zurück zu den Einstellungen',
  failures: {
    testAccount:
      'Dies ist ein Testkonto: Seine E-Mails werden aufgefangen und nicht versendet. Verbinden Sie das Postfach mit einem Live-Konto.',
    secretNeeded:
      'Die Anmeldung kann noch nicht sicher gespeichert werden. Zuerst muss der Administrator dieses Dienstes dessen geheimen Schlüssel einrichten.',
    expired:
      'Diese Anmeldung ist nicht mehr gültig: Sie wurde schon verwendet, hat länger als 10 Minuten gedauert oder wurde in einem anderen Browser oder von jemand anderem begonnen. Melden Sie sich an der Konsole an und beginnen Sie unter Einstellungen, E-Mail noch einmal.',
    denied:
      'Der Zugriff wurde bei {provider} nicht erlaubt. Beginnen Sie noch einmal und erlauben Sie alles, was abgefragt wird.',
    rejected: '{provider} hat die Anmeldung nicht bestätigt. Beginnen Sie noch einmal.',
    invalid: 'Die Antwort von {provider} ist ungültig. Beginnen Sie noch einmal.',
    misconfigured:
      '{provider} lehnt diesen Dienst ab. Sein Administrator muss Client-ID, Client-Geheimnis und Weiterleitungsadresse prüfen, die bei {provider} eingetragen sind.',
    unreachable: '{provider} hat nicht geantwortet. Versuchen Sie es in ein paar Minuten noch einmal.',
    signIn:
      'Der Mailserver von {provider} hat die Anmeldung abgelehnt, deshalb konnte keine Test-E-Mail gesendet werden. Bei Microsoft 365 muss ein Administrator für dieses Postfach vielleicht erst authentifiziertes SMTP einschalten.',
    refused:
      'Der Mailserver von {provider} hat die Test-E-Mail abgelehnt. Prüfen Sie, ob dieses Postfach E-Mails senden darf.',
    unavailable:
      'Der Mailserver von {provider} hat nicht wie erwartet geantwortet, deshalb ist nicht sicher, dass die Test-E-Mail gesendet wurde. Versuchen Sie es in ein paar Minuten noch einmal.',
    mailbox:
      'Das Postfach kann bei {provider} nicht gelesen werden, deshalb würden Antworten nicht gefunden. Prüfen Sie, ob IMAP dafür erlaubt ist, und beginnen Sie noch einmal.',
    limit:
      'Es wurden zu viele Test-E-Mails angefordert. Warten Sie eine Stunde und beginnen Sie noch einmal.',
  },
};
