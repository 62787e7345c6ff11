import type { SignInSayings } from '../sign-in.ts';

export const signIn: SignInSayings = {
  setupTitle: 'Konsole einrichten',
  setupIntro: 'Sie werden Inhaber von allem in dieser Installation. Andere können Sie später einladen.',
  setupButton: 'Konsole einrichten',
  setupGoneTitle: 'Dieser Link funktioniert nicht mehr',
  setupGoneText:
    'Er wurde benutzt, oder der Dienst wurde seitdem neu gestartet. Terminal oder Protokoll des Dienstes zeigen den neuesten Link, bis die Konsole eingerichtet ist.',
  setupWaitsTitle: 'Die Konsole ist noch nicht eingerichtet',
  setupWaitsText:
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
};
