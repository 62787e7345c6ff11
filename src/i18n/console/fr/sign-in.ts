import type { SignInSayings } from '../sign-in.ts';

export const signIn: SignInSayings = {
  setupTitle: 'Configurer la console',
  setupIntro:
    'Vous devenez propriétaire de tout ce que contient cette installation. Vous pourrez inviter d’autres personnes plus tard.',
  setupButton: 'Configurer la console',
  setupGoneTitle: 'Ce lien ne fonctionne plus',
  setupGoneText:
    'Il a été utilisé, ou le service a redémarré depuis. Le terminal ou le journal du service affiche le dernier lien tant que la console n’est pas configurée.',
  setupWaitsTitle: 'La console n’est pas encore configurée',
  setupWaitsText: 'Le terminal ou le journal du service affiche un lien pour la configurer. Ouvrez ce lien.',
  signInTitle: 'Se connecter',
  signInButton: 'Se connecter',
  signInAgain: 'Pour votre sécurité, connectez-vous de nouveau pour continuer.',
  name: 'Votre nom',
  email: 'Adresse e-mail',
  password: 'Mot de passe',
  passwordHint: 'Au moins 10 caractères. Quelques mots ensemble se retiennent facilement.',
  newPassword: 'Nouveau mot de passe',
  wrong: 'L’adresse e-mail ou le mot de passe est incorrect.',
  tooMany: 'Trop de tentatives. Attendez {seconds} secondes, puis réessayez.',
  busy: 'Trop de personnes se connectent en ce moment. Réessayez dans quelques secondes.',
  nameMissing: 'Saisissez votre nom, 100 caractères au maximum.',
  emailWrong: 'Saisissez une adresse e-mail, par exemple ada@example.com.',
  passwordShort: 'Le mot de passe doit compter au moins 10 caractères.',
  passwordLong: 'Le mot de passe peut compter 200 caractères au maximum.',
  passwordEasy: 'Ce mot de passe est facile à deviner. Choisissez-en un autre.',
  forgedTitle: 'La demande ne vient pas de cette page',
  forgedText: 'Pour votre sécurité, rien n’a été fait. Rouvrez la page dans ce navigateur et recommencez.',
  noAccountTitle: 'Vous n’appartenez à aucune entreprise',
  noAccountText: 'Demandez à un propriétaire de vous inviter.',
  signOut: 'Se déconnecter',
};
