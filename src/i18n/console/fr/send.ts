import type { send as english, mailAccount as englishMailAccount } from '../en/send.ts';

export const send: typeof english = {
  title: 'Envoyer {number}',
  titleAgain: 'Envoyer {number} de nouveau',
  to: 'À',
  cc: 'Copie à',
  ccHint: 'Plusieurs adresses, séparées par des virgules',
  subject: 'Objet',
  message: 'Message',
  messageHint: 'Le total, la validité, le bouton vers le devis et le PDF s’ajoutent sous votre texte.',
  optional: 'facultatif',
  preview: 'Aperçu de l’e-mail',
  previewButton: 'Actualiser l’aperçu',
  test: 'Envoyer un essai à {to}',
  send: 'Envoyer le devis',
  sendAgain: 'Envoyer de nouveau',
  renews: 'Il a expiré. L’envoi le prolonge jusqu’au {date}.',
  replaces: 'Le client a répondu à ce devis. L’envoyer de nouveau l’ouvre à une nouvelle réponse.',
  captures:
    'Rien n’est distribué : c’est une entreprise d’essai, ou aucun serveur de messagerie n’est réglé. L’e-mail est capturé.',
  noTax:
    'Votre entreprise a un numéro de TVA, mais ce devis est sans taxe. Si c’est voulu, indiquez-en la raison sur les lignes.',
  attached: 'Le PDF est joint',
  files: { one: 'et {n} fichier', other: 'et {n} fichiers' },
  tested: 'L’essai est parti à {to}. Le client n’a rien reçu.',
  testCaptured:
    'L’essai a été capturé, pas distribué : il est sous « E-mails capturés ». Le client n’a rien reçu.',
  toWrong: 'Ce n’est pas une adresse e-mail.',
  toMissing: 'Entrez une adresse e-mail : le client n’en a pas.',
  ccWrong: '« {address} » n’est pas une adresse e-mail.',
  ccMany: 'Il y a trop d’adresses : {n} au plus.',
  tooLong: 'C’est trop long : {n} caractères au plus.',
  tooLarge: 'C’est plus qu’un e-mail ne peut porter. Raccourcissez.',
  refused:
    'Le serveur de messagerie a refusé l’e-mail : il n’a pas été envoyé. Vérifiez l’adresse, puis renvoyez.',
  unavailable:
    'Le serveur de messagerie est injoignable ou n’accepte rien : rien n’a été envoyé. Réessayez dans quelques minutes. Si cela persiste, testez les réglages de messagerie.',
  timeout:
    'Le serveur de messagerie n’a pas répondu à temps : rien n’a été envoyé. Réessayez dans quelques minutes.',
  unknown:
    'L’e-mail a été remis, mais la réponse du serveur s’est perdue : il est peut-être arrivé. Demandez d’abord au client. Si vous renvoyez d’ici, c’est exactement le même e-mail.',
  sign_in_needed:
    'Le serveur de messagerie refuse la connexion : rien n’a été envoyé. Un propriétaire peut se reconnecter sous Réglages, E-mail.',
  said: 'Le serveur de messagerie a dit : {response}',
};

export const mailAccount: typeof englishMailAccount = {
  title: 'Votre propre compte de messagerie',
  intro:
    'Envoyez depuis votre propre adresse par votre propre serveur. Les e-mails ne partent alors jamais par un autre serveur, même si le vôtre est en panne.',
  none: 'Aucun n’est connecté.',
  connected: 'Connecté en tant que {address}.',
  connectedSent: 'Connecté en tant que {address}, dernier e-mail {when}.',
  signInNeeded: 'Connexion requise depuis le {time}. {waiting}',
  waiting: { one: '{n} e-mail attend.', other: '{n} e-mails attendent.' },
  signInHint:
    'Le serveur de {address} refuse la connexion. Saisissez de nouveau le mot de passe ou reconnectez le compte.',
  unreadable:
    'La connexion enregistrée est illisible : le secret de ce service a été changé ou n’a pas été restauré. Rien n’est envoyé tant que vous ne reconnectez pas le compte.',
  by: 'Connecté par',
  server: 'Serveur de messagerie',
  user: 'Nom d’utilisateur',
  replies: 'Réponses',
  noReplies: 'Pas lues',
  repliesElsewhere:
    'Les réponses ne sont pas lues : elles vont à {address}. Videz « Les réponses vont à » pour les lire ici.',
  repliesRead: 'Les réponses ont été lues pour la dernière fois {when}.',
  repliesFailing: 'Les réponses ne sont pas lues depuis le {time} : {why}',
  movingFails: 'Les réponses sont lues, mais pas déplacées dans le dossier : {why}',
  skipped: {
    one: '{n} message n’a pas pu être lu, le {time}. Consultez votre boîte.',
    other: '{n} messages n’ont pas pu être lus, le dernier le {time}. Consultez votre boîte.',
  },
  connectSmtp: 'Connecter un serveur (SMTP)',
  changeSmtp: 'Changer de serveur (SMTP)',
  connectWith: 'Connecter {provider}',
  againWith: 'Se reconnecter chez {provider}',
  host: 'Serveur (SMTP)',
  hostHint: 'Par exemple mail.example.com',
  port: 'Port',
  portHint: '587 ou 2525 pour STARTTLS, 465 pour TLS',
  password: 'Mot de passe',
  passwordHint: 'Enregistré chiffré. De nombreux fournisseurs exigent un mot de passe d’application.',
  from: 'Adresse d’expéditeur',
  imap: 'Lire les réponses (IMAP)',
  imapHint:
    'Facultatif. Rien n’est supprimé ni marqué dans la boîte. Le nom d’utilisateur et le mot de passe sont les mêmes.',
  imapHost: 'Serveur (IMAP)',
  imapHostHint: 'Laisser vide pour ne lire aucune réponse',
  plusAddressing: 'La boîte reçoit aussi les e-mails adressés à nom+texte@…',
  authservId: 'Nom du serveur qui vérifie les expéditeurs',
  authservIdHint:
    'Le premier mot de « Authentication-Results » dans les e-mails que vous recevez, si vous le connaissez',
  moveTo: 'Déplacer les réponses vers le dossier',
  moveToHint: 'Laisser vide pour les laisser dans la boîte de réception',
  submit: 'Envoyer un test et connecter',
  submitHint: 'Un e-mail de test est envoyé à {to}. Le compte n’est enregistré que si le serveur l’accepte.',
  done: 'Le compte de messagerie est connecté. Un e-mail de test a été envoyé à {to}.',
  failed: 'Rien n’a été modifié. {why}',
  hostWrong: 'Saisissez un nom d’hôte comme mail.example.com, sans port.',
  hostPrivate:
    'Aucune adresse publique n’a été trouvée pour cet hôte. Vérifiez le nom. Les serveurs d’un réseau privé doivent être autorisés par l’administrateur de ce service.',
  portWrong: 'Saisissez 465, 587 ou 2525.',
  passwordWrong:
    'Le serveur refuse ce nom d’utilisateur ou ce mot de passe. De nombreux fournisseurs exigent un mot de passe d’application.',
  imapFailed: 'La boîte ne peut pas être lue avec ce serveur, ce nom d’utilisateur et ce mot de passe.',
  unknownOutcome: 'L’e-mail de test est peut-être parti, mais la réponse du serveur s’est perdue. Réessayez.',
  connection: 'Le serveur est injoignable. Vérifiez l’hôte et le port.',
  certificate: 'Le certificat du serveur n’est pas valable pour cet hôte.',
  encryption: 'Le serveur ne propose aucun chiffrement sur ce port.',
  protocol: 'Il n’y a pas de serveur de messagerie à cet hôte et ce port.',
  login: 'Le serveur ne permet pas de se connecter pour le moment.',
  no_login: 'Le serveur ne propose aucune connexion d’utilisateur sur ce port. Utilisez 465 ou 587.',
  expired: 'Le certificat du serveur a expiré. Son exploitant doit le renouveler.',
  plain:
    'Le serveur n’utilise pas TLS dès le début sur ce port. Utilisez 587, ou 465 sur un serveur qui le fait.',
  silent:
    'Le serveur accepte la connexion mais ne répond pas à temps. Vérifiez le port : 465 est pour TLS dès le début, 587 pour STARTTLS.',
  secretNeeded:
    'Les mots de passe ne peuvent pas encore être enregistrés en sécurité. L’administrateur de ce service doit d’abord configurer la clé secrète du service.',
  disconnect: 'Déconnecter',
  disconnectSure: 'Déconnecter {address} ?',
  disconnectHint:
    'Les e-mails sont alors envoyés par ce service, depuis {from}. Les réponses ne sont plus lues. La connexion enregistrée est supprimée.',
  disconnectCaptured:
    'Les e-mails sont alors interceptés et non envoyés. La connexion enregistrée est supprimée.',
  disconnected: 'Le compte de messagerie est déconnecté.',
  banner: 'Votre serveur de messagerie refuse la connexion : aucun e-mail n’est envoyé.',
  bannerLink: 'Se reconnecter',
  mailSubjects: {
    connected: 'Un compte de messagerie a été connecté à {business}',
    replaced: 'Le compte de messagerie de {business} a été remplacé',
    disconnected: 'Le compte de messagerie de {business} a été déconnecté',
  },
  mailText: '{name} l’a fait dans la console.',
  mailAddress: 'Adresse',
  mailNote:
    'Si vous ne vous y attendiez pas, vérifiez « E-mail » et « Personnes » dans les réglages et changez votre mot de passe maintenant.',
};
