import type { send as english } from '../en/send.ts';

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
