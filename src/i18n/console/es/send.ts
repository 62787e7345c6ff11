import type { send as english, mailAccount as englishMailAccount } from '../en/send.ts';

export const send: typeof english = {
  title: 'Enviar {number}',
  titleAgain: 'Enviar {number} de nuevo',
  to: 'Para',
  cc: 'Copia a',
  ccHint: 'Varias direcciones, separadas por comas',
  subject: 'Asunto',
  message: 'Mensaje',
  messageHint: 'El total, la validez, el botón al presupuesto y el PDF se añaden debajo de tu texto.',
  optional: 'opcional',
  preview: 'Vista previa del correo',
  previewButton: 'Actualizar la vista previa',
  test: 'Enviar una prueba a {to}',
  send: 'Enviar presupuesto',
  sendAgain: 'Enviar de nuevo',
  renews: 'Ha caducado. Al enviarlo vuelve a ser válido hasta el {date}.',
  replaces: 'El cliente ya respondió a este presupuesto. Al enviarlo de nuevo puede volver a responder.',
  captures: 'No se entrega nada: es una empresa de prueba o no hay servidor de correo. El correo se captura.',
  noTax:
    'Su empresa tiene un número fiscal, pero este presupuesto no lleva impuestos. Si es correcto, indique el motivo en sus líneas.',
  attached: 'El PDF va adjunto',
  files: { one: 'y {n} archivo', other: 'y {n} archivos' },
  tested: 'La prueba se envió a {to}. El cliente no recibió nada.',
  testCaptured:
    'La prueba se capturó, no se entregó: está en «Correo capturado». El cliente no recibió nada.',
  toWrong: 'Esto no es una dirección de correo.',
  toMissing: 'Escribe una dirección de correo: el cliente no tiene.',
  ccWrong: '«{address}» no es una dirección de correo.',
  ccMany: 'Son demasiadas direcciones: {n} como máximo.',
  tooLong: 'Es demasiado largo: {n} caracteres como máximo.',
  tooLarge: 'Es más de lo que puede llevar un correo. Acórtalo.',
  refused:
    'El servidor de correo rechazó el mensaje, así que no se envió. Comprueba la dirección y envíalo de nuevo.',
  unavailable:
    'No se puede llegar al servidor de correo o no acepta nada, así que no se envió. Inténtalo en unos minutos. Si sigue igual, prueba los ajustes de correo.',
  timeout: 'El servidor de correo no respondió a tiempo, así que no se envió. Inténtalo en unos minutos.',
  unknown:
    'El correo se entregó al servidor, pero se perdió su respuesta: puede que haya llegado. Pregunta primero al cliente. Si envías de nuevo desde aquí, es exactamente el mismo correo.',
  sign_in_needed:
    'El servidor de correo rechaza el inicio de sesión, así que no se envió nada. Un propietario puede iniciar sesión de nuevo en Ajustes, Correo.',
  said: 'El servidor de correo dijo: {response}',
};

export const mailAccount: typeof englishMailAccount = {
  title: 'Tu propia cuenta de correo',
  intro:
    'Envía desde tu propia dirección con tu propio servidor. Los correos no salen nunca por otro servidor, aunque el tuyo falle.',
  none: 'No hay ninguna conectada.',
  connected: 'Conectado como {address}.',
  connectedSent: 'Conectado como {address}, último correo {when}.',
  signInNeeded: 'Hay que iniciar sesión desde el {time}. {waiting}',
  waiting: { one: '{n} correo espera.', other: '{n} correos esperan.' },
  signInHint:
    'El servidor de {address} rechaza el inicio de sesión. Introduce la contraseña de nuevo o vuelve a conectar.',
  unreadable:
    'El inicio de sesión guardado no se puede leer: el secreto de este servicio cambió o no se restauró. No se envía nada hasta que vuelvas a conectar.',
  by: 'Conectado por',
  server: 'Servidor de correo',
  user: 'Nombre de usuario',
  replies: 'Respuestas',
  noReplies: 'No se leen',
  repliesElsewhere:
    'No se leen: las respuestas van a {address}. Vacíe «Las respuestas van a» para leerlas aquí.',
  repliesRead: 'Las respuestas se leyeron por última vez {when}.',
  repliesFailing: 'Las respuestas no se leen desde el {time}: {why}',
  movingFails: 'Las respuestas se leen, pero no se mueven a la carpeta: {why}',
  skipped: {
    one: '{n} mensaje no se pudo leer, el {time}. Mira en tu buzón.',
    other: '{n} mensajes no se pudieron leer, el último el {time}. Mira en tu buzón.',
  },
  connectSmtp: 'Conectar un servidor de correo (SMTP)',
  changeSmtp: 'Cambiar el servidor de correo (SMTP)',
  connectWith: 'Conectar {provider}',
  againWith: 'Iniciar sesión de nuevo en {provider}',
  host: 'Servidor (SMTP)',
  hostHint: 'Por ejemplo mail.example.com',
  port: 'Puerto',
  portHint: '587 o 2525 para STARTTLS, 465 para TLS',
  password: 'Contraseña',
  passwordHint: 'Se guarda cifrada. Muchos proveedores exigen una contraseña de aplicación.',
  from: 'Dirección del remitente',
  imap: 'Leer las respuestas (IMAP)',
  imapHint: 'Opcional. En el buzón no se borra ni se marca nada. El usuario y la contraseña son los mismos.',
  imapHost: 'Servidor (IMAP)',
  imapHostHint: 'Déjalo vacío para no leer respuestas',
  plusAddressing: 'El buzón también recibe correo para nombre+algo@…',
  authservId: 'Nombre del servidor que comprueba los remitentes',
  authservIdHint: 'La primera palabra de «Authentication-Results» en los correos que recibes, si la conoces',
  moveTo: 'Mover las respuestas a la carpeta',
  moveToHint: 'Déjalo vacío para dejarlas en la bandeja de entrada',
  submit: 'Enviar una prueba y conectar',
  submitHint: 'Se envía un correo de prueba a {to}. La cuenta solo se guarda si el servidor lo acepta.',
  done: 'La cuenta de correo está conectada. Se envió un correo de prueba a {to}.',
  failed: 'No se cambió nada. {why}',
  hostWrong: 'Introduce un nombre de host como mail.example.com, sin puerto.',
  hostPrivate:
    'No se encontró una dirección pública para este host. Comprueba el nombre. El administrador de este servicio debe permitir los servidores de una red privada.',
  portWrong: 'Introduce 465, 587 o 2525.',
  passwordWrong:
    'El servidor de correo rechaza este usuario o esta contraseña. Muchos proveedores exigen una contraseña de aplicación.',
  imapFailed: 'El buzón no se puede leer con este servidor, usuario y contraseña.',
  unknownOutcome:
    'Puede que el correo de prueba se enviara, pero se perdió la respuesta del servidor. Inténtalo de nuevo.',
  connection: 'No se puede llegar al servidor de correo. Comprueba el host y el puerto.',
  certificate: 'El certificado del servidor de correo no es válido para este host.',
  encryption: 'El servidor de correo no ofrece cifrado en este puerto.',
  protocol: 'No hay un servidor de correo en este host y puerto.',
  login: 'El servidor de correo no permite iniciar sesión ahora.',
  no_login: 'El servidor de correo no ofrece inicio de sesión en este puerto. Usa 465 o 587.',
  expired: 'El certificado del servidor de correo ha caducado. Su operador tiene que renovarlo.',
  plain:
    'El servidor de correo no usa TLS desde el principio en este puerto. Usa 587, o 465 en un servidor que lo haga.',
  silent:
    'El servidor de correo acepta la conexión, pero no responde a tiempo. Comprueba el puerto: 465 es para TLS desde el principio, 587 para STARTTLS.',
  secretNeeded:
    'Todavía no se pueden guardar contraseñas de forma segura. El administrador de este servicio tiene que configurar antes la clave secreta del servicio.',
  disconnect: 'Desconectar',
  disconnectSure: '¿Desconectar {address}?',
  disconnectHint:
    'Los correos los envía entonces este servicio, desde {from}. Las respuestas ya no se leen. El inicio de sesión guardado se borra.',
  disconnectCaptured:
    'Los correos se interceptan entonces y no se envían. El inicio de sesión guardado se borra.',
  disconnected: 'La cuenta de correo está desconectada.',
  banner: 'Tu servidor de correo rechaza el inicio de sesión, así que no se envía ningún correo.',
  bannerLink: 'Iniciar sesión de nuevo',
  mailSubjects: {
    connected: 'Se conectó una cuenta de correo a {business}',
    replaced: 'Se reemplazó la cuenta de correo de {business}',
    disconnected: 'Se desconectó la cuenta de correo de {business}',
  },
  mailText: '{name} lo hizo en la consola.',
  mailAddress: 'Dirección',
  mailNote: 'Si no lo esperabas, revisa «Correo» y «Personas» en los ajustes y cambia tu contraseña ahora.',
};
