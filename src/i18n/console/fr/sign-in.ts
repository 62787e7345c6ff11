import type { signIn as english, mailSignIn as enMail } from '../en/sign-in.ts';

export const signIn: typeof english = {
  setupTitle: 'Configurer la console',
  setupIntro:
    'Vous devenez propriétaire de tout ce que contient cette installation. Vous pourrez inviter d’autres personnes plus tard.',
  business: 'Nom de votre entreprise',
  businessWrong: 'Saisissez le nom de votre entreprise, {n} caractères au plus.',
  country: 'Pays',
  countryHint:
    'Il propose la monnaie, la langue, le fuseau horaire et la taxe. Vous pourrez les modifier à la page suivante.',
  countryLater: 'Choisir plus tard',
  setupButton: 'Configurer la console',
  setupPasskey: 'Utiliser une clé d’accès au lieu d’un mot de passe',
  setupGoneTitle: 'Ce lien ne fonctionne plus',
  setupGoneText:
    'Il a été utilisé, ou le service a redémarré depuis. Le terminal ou le journal du service affiche le dernier lien tant que la console n’est pas configurée.',
  setupPendingTitle: 'La console n’est pas encore configurée',
  setupPendingText:
    'Le terminal ou le journal du service affiche un lien pour la configurer. Ouvrez ce lien.',
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
  forgot: 'Mot de passe oublié ?',
  or: 'ou',
  passkeyButton: 'Se connecter avec une clé d’accès',
  passkeyFailed:
    'La clé d’accès n’a pas fonctionné ici. Réessayez ou connectez-vous avec votre mot de passe.',
  oidcButton: 'Se connecter avec {provider}',
  oidcFailed: 'La connexion avec {provider} n’a pas fonctionné. Réessayez.',
  oidcStale:
    '{provider} n’a pas confirmé que vous venez de vous y connecter. Réessayez ou connectez-vous autrement.',
  oidcRefused: 'Personne ne vous a encore invité. Demandez une invitation à un propriétaire.',
  oidcLink:
    'Votre adresse e-mail est déjà connue ici. Connectez-vous une fois comme avant ; ensuite, {provider} suffira.',
  secondTitle: 'Vérification en deux étapes',
  secondText:
    'Saisissez le code de votre application d’authentification ou l’un de vos codes de récupération.',
  code: 'Code',
  goOn: 'Continuer',
  codeWrong: 'Ce code est incorrect ou a déjà été utilisé.',
  codesLocked:
    'Trop de codes incorrects. Pendant 24 heures au plus, seuls un code de récupération ou une clé d’accès fonctionnent.',
  lockedSubject: 'Codes incorrects lors de votre connexion',
  lockedMailText:
    'Une personne qui connaît votre mot de passe a saisi dix codes incorrects de votre application d’authentification. Pendant 24 heures au plus, seuls un code de récupération ou une clé d’accès permettent de vous connecter.',
  lockedMailNote: 'Si ce n’était pas vous, changez votre mot de passe maintenant.',
  secondGone: 'Cela a pris trop de temps. Connectez-vous de nouveau.',
  resetTitle: 'Choisir un nouveau mot de passe',
  resetText: 'Nous vous envoyons un code qui permet de choisir un nouveau mot de passe.',
  resetSend: 'Envoyer le code',
  resetSent: 'Si cette adresse est connue ici, un code est en route. Saisissez-le ci-dessous.',
  resetRecent:
    'Aucun nouveau code n’a été envoyé, car un code a été demandé récemment pour cette adresse. Saisissez le dernier code ci-dessous ou demandez-en un plus tard.',
  resetNoMail:
    'Aucun serveur de messagerie n’est configuré. L’administrateur peut créer un code : proffer users reset',
  resetCode: 'Code reçu par e-mail',
  resetButton: 'Enregistrer le mot de passe',
  resetWrong: 'Le code est incorrect ou n’est plus valable.',
  resetDone: 'Votre nouveau mot de passe est enregistré. Connectez-vous avec celui-ci.',
  resetHave: 'J’ai un code',
  resetSubject: 'Votre code pour un nouveau mot de passe',
  resetMailText: 'Saisissez ce code à l’adresse {address} pour choisir un nouveau mot de passe.',
  resetMailNote:
    'Le code est valable 10 minutes. Si vous ne l’avez pas demandé, ignorez cet e-mail : rien n’a changé.',
  addressSubject: 'Confirmez votre nouvelle adresse e-mail',
  addressMailText:
    'Saisissez ce code à la page « Vous » de la console pour vous connecter avec cette adresse.',
  addressMailNote:
    'Le code est valable 10 minutes. Si vous ne l’avez pas demandé, ignorez cet e-mail : rien n’a changé.',
  addressChangedSubject: 'Votre adresse e-mail a été modifiée',
  addressChangedText: 'Vous vous connectez désormais à la console avec {address}.',
  addressChangedNote:
    'Si ce n’était pas vous, demandez aussitôt de l’aide à un propriétaire ou à l’administrateur du service.',
  invitationSubject: 'Invitation à rejoindre {business}',
  invitationText: 'Vous êtes invité à travailler dans la console de cette entreprise.',
  invitationTextBy: '{name} vous invite à travailler dans la console de cette entreprise.',
  invitationOpen: 'Ouvrir l’invitation',
  invitationNote: 'L’invitation est valable sept jours et une seule fois.',
  invitationAs: 'Vous rejoignez en tant que {email}.',
  invitationJoin: 'Rejoindre {business}',
  invitationSignIn: 'Se connecter pour rejoindre',
  invitationOther:
    'L’invitation est pour {email}, mais une autre personne est connectée. Déconnectez-vous, puis ouvrez-la de nouveau.',
  invitationGoneTitle: 'Cette invitation ne fonctionne plus',
  invitationGoneText:
    'Elle a été utilisée, retirée ou remplacée, ou ses sept jours sont écoulés. Demandez-en une nouvelle.',
  role: 'Rôle',
  roles: { owner: 'Propriétaire', member: 'Membre', reader: 'Lecteur' },
};

export const mailSignIn: typeof enMail = {
  toProvider: 'Continuer vers {provider}',
  toProviderText:
    'Connectez-vous là-bas avec la boîte d’où vos e-mails doivent partir, et autorisez l’accès.',
  failedTitle: 'La boîte n’a pas été connectée',
  nothingChanged: 'Rien n’a été modifié.',
  back: 'Retour aux réglages',
  failures: {
    testAccount:
      'Ceci est un compte de test : ses e-mails sont capturés et non envoyés. Connectez la boîte à un compte réel.',
    secretNeeded:
      'La connexion ne peut pas encore être enregistrée en sécurité. L’administrateur de ce service doit d’abord configurer la clé secrète du service.',
    expired:
      'Cette connexion n’est plus valable : elle a déjà servi, a duré plus de 10 minutes, ou a commencé dans un autre navigateur ou par quelqu’un d’autre. Connectez-vous à la console et recommencez sous Réglages, E-mail.',
    denied: 'L’accès n’a pas été autorisé chez {provider}. Recommencez et autorisez tout ce qui est demandé.',
    rejected: '{provider} n’a pas confirmé la connexion. Recommencez.',
    invalid: 'La réponse de {provider} n’est pas valable. Recommencez.',
    misconfigured:
      '{provider} refuse ce service. Son administrateur doit vérifier l’identifiant client, le secret client et l’adresse de redirection définis chez {provider}.',
    unreachable: '{provider} n’a pas répondu. Réessayez dans quelques minutes.',
    signIn:
      'Le serveur de messagerie de {provider} a refusé la connexion, aucun e-mail de test n’a donc pu être envoyé. Chez Microsoft 365, un administrateur doit peut-être activer le SMTP authentifié pour cette boîte.',
    refused:
      'Le serveur de messagerie de {provider} a refusé l’e-mail de test. Vérifiez que cette boîte peut envoyer des e-mails.',
    unavailable:
      'Le serveur de messagerie de {provider} n’a pas répondu comme prévu ; il n’est donc pas certain que l’e-mail de test soit parti. Réessayez dans quelques minutes.',
    mailbox:
      'La boîte ne peut pas être lue chez {provider}, les réponses ne seraient donc pas trouvées. Vérifiez que l’IMAP est autorisé pour elle, puis recommencez.',
    limit: 'Trop d’e-mails de test ont été demandés. Attendez une heure et recommencez.',
  },
};
