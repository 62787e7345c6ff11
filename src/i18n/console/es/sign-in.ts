import type { signIn as english, mailSignIn as enMail } from '../en/sign-in.ts';

export const signIn: typeof english = {
  setupTitle: 'Configurar la consola',
  setupIntro:
    'Usted será propietario de todo lo que hay en esta instalación. Podrá invitar a otras personas más adelante.',
  business: 'Nombre de tu empresa',
  businessWrong: 'Escribe el nombre de tu empresa, {n} caracteres como máximo.',
  country: 'País',
  countryHint:
    'Propone la moneda, el idioma, la zona horaria y el impuesto. Podrás cambiarlos en la página siguiente.',
  countryLater: 'Elegir más tarde',
  setupButton: 'Configurar la consola',
  setupPasskey: 'Usar una llave de acceso en lugar de una contraseña',
  setupGoneTitle: 'Este enlace ya no funciona',
  setupGoneText:
    'Ya se usó, o el servicio se ha reiniciado desde entonces. El terminal o el registro del servicio muestra el último enlace hasta que la consola esté configurada.',
  setupPendingTitle: 'La consola aún no está configurada',
  setupPendingText:
    'El terminal o el registro del servicio muestra un enlace para configurarla. Abra ese enlace.',
  signInTitle: 'Iniciar sesión',
  signInButton: 'Iniciar sesión',
  signInAgain: 'Por su seguridad, inicie sesión de nuevo para continuar.',
  name: 'Su nombre',
  email: 'Correo electrónico',
  password: 'Contraseña',
  passwordHint: 'Al menos 10 caracteres. Unas cuantas palabras juntas se recuerdan fácilmente.',
  newPassword: 'Contraseña nueva',
  wrong: 'El correo electrónico o la contraseña no es correcto.',
  tooMany: 'Demasiados intentos. Espere {seconds} segundos y vuelva a intentarlo.',
  busy: 'Hay demasiadas personas iniciando sesión. Vuelva a intentarlo en unos segundos.',
  nameMissing: 'Escriba su nombre, con 100 caracteres como máximo.',
  emailWrong: 'Escriba un correo electrónico, como ada@example.com.',
  passwordShort: 'La contraseña necesita al menos 10 caracteres.',
  passwordLong: 'La contraseña puede tener 200 caracteres como máximo.',
  passwordEasy: 'Esta contraseña es fácil de adivinar. Elija otra.',
  forgedTitle: 'Esto no vino de esta página',
  forgedText:
    'Por su seguridad no se ha hecho nada. Abra la página de nuevo en este navegador y repítalo allí.',
  noAccountTitle: 'Usted no pertenece a ninguna empresa',
  noAccountText: 'Pida a un propietario que le invite.',
  signOut: 'Cerrar sesión',
  forgot: '¿Ha olvidado su contraseña?',
  or: 'o',
  passkeyButton: 'Iniciar sesión con una llave de acceso',
  passkeyFailed: 'La llave de acceso no funcionó aquí. Inténtelo de nuevo o use su contraseña.',
  oidcButton: 'Iniciar sesión con {provider}',
  oidcFailed: 'No se pudo iniciar sesión con {provider}. Inténtelo de nuevo.',
  oidcStale:
    '{provider} no ha confirmado que acabe de iniciar sesión allí. Inténtelo de nuevo o inicie sesión de otra forma.',
  oidcRefused: 'Nadie le ha invitado todavía. Pida una invitación a un propietario.',
  oidcLink:
    'Su correo electrónico ya se conoce aquí. Inicie sesión una vez como antes; después bastará con {provider}.',
  secondTitle: 'Verificación en dos pasos',
  secondText: 'Escriba el código de su aplicación de autenticación o uno de sus códigos de recuperación.',
  code: 'Código',
  goOn: 'Continuar',
  codeWrong: 'Este código no es correcto o ya se usó.',
  codesLocked:
    'Demasiados códigos incorrectos. Durante un máximo de 24 horas solo sirve un código de recuperación o una llave de acceso.',
  lockedSubject: 'Códigos incorrectos en su inicio de sesión',
  lockedMailText:
    'Alguien que conoce su contraseña ha escrito diez códigos incorrectos de su aplicación de autenticación. Durante un máximo de 24 horas solo podrá iniciar sesión con un código de recuperación o una llave de acceso.',
  lockedMailNote: 'Si no fue usted, cambie su contraseña ahora.',
  secondGone: 'Ha tardado demasiado. Inicie sesión de nuevo.',
  resetTitle: 'Elegir una contraseña nueva',
  resetText: 'Le enviamos un código con el que puede elegir una contraseña nueva.',
  resetSend: 'Enviar código',
  resetSent: 'Si alguien aquí tiene esta dirección, un código está en camino. Escríbalo abajo.',
  resetRecent:
    'No se ha enviado un código nuevo porque hace poco se pidió uno para esta dirección. Escriba abajo el último código o pida otro más tarde.',
  resetNoMail:
    'No hay ningún servidor de correo configurado. El administrador puede crear un código: proffer users reset',
  resetCode: 'Código del correo',
  resetButton: 'Guardar contraseña',
  resetWrong: 'El código no es correcto o ya no es válido.',
  resetDone: 'Su contraseña nueva está guardada. Inicie sesión con ella.',
  resetHave: 'Tengo un código',
  resetSubject: 'Su código para una contraseña nueva',
  resetMailText: 'Escriba este código en {address} para elegir una contraseña nueva.',
  resetMailNote: 'El código vale 10 minutos. Si usted no lo pidió, ignore este correo: nada ha cambiado.',
  addressSubject: 'Confirma tu nueva dirección de correo',
  addressMailText:
    'Escribe este código en la página «Tú» de la consola para iniciar sesión con esta dirección.',
  addressMailNote: 'El código vale 10 minutos. Si no lo has pedido, ignora este correo: nada ha cambiado.',
  addressChangedSubject: 'Se ha cambiado tu dirección de correo',
  addressChangedText: 'Ahora inicias sesión en la consola con {address}.',
  addressChangedNote:
    'Si no fuiste tú, pide ayuda enseguida a un propietario o al administrador del servicio.',
  invitationSubject: 'Invitación a {business}',
  invitationText: 'Se le invita a trabajar en la consola de esta empresa.',
  invitationTextBy: '{name} le invita a trabajar en la consola de esta empresa.',
  invitationOpen: 'Abrir la invitación',
  invitationNote: 'La invitación vale siete días y se puede usar una vez.',
  invitationAs: 'Usted se une como {email}.',
  invitationJoin: 'Unirse a {business}',
  invitationSignIn: 'Iniciar sesión para unirse',
  invitationOther:
    'La invitación es para {email}, pero hay otra persona con la sesión iniciada. Cierre la sesión y ábrala de nuevo.',
  invitationGoneTitle: 'Esta invitación ya no funciona',
  invitationGoneText: 'Se usó, se retiró o se sustituyó, o han pasado sus siete días. Pida una nueva.',
  role: 'Función',
  roles: { owner: 'Propietario', member: 'Miembro', reader: 'Lector' },
};

export const mailSignIn: typeof enMail = {
  toProvider: 'Continuar a {provider}',
  toProviderText: 'Inicia sesión allí con el buzón desde el que deben salir tus correos y permite el acceso.',
  failedTitle: 'El buzón no se conectó',
  nothingChanged: 'No se cambió nada.',
  back: 'Volver a los ajustes',
  failures: {
    testAccount:
      'Esta es una cuenta de prueba: sus correos se capturan y no se envían. Conecta el buzón a una cuenta real.',
    secretNeeded:
      'El inicio de sesión todavía no se puede guardar de forma segura. El administrador de este servicio tiene que configurar antes la clave secreta del servicio.',
    expired:
      'Este inicio de sesión ya no es válido: ya se usó, tardó más de 10 minutos o empezó en otro navegador o con otra persona. Inicia sesión en la consola y empieza de nuevo en Ajustes, Correo.',
    denied: 'No se permitió el acceso en {provider}. Empieza de nuevo y permite todo lo que se pide.',
    rejected: '{provider} no confirmó el inicio de sesión. Empieza de nuevo.',
    invalid: 'La respuesta de {provider} no es válida. Empieza de nuevo.',
    misconfigured:
      '{provider} rechaza este servicio. Su administrador tiene que comprobar el ID de cliente, el secreto de cliente y la dirección de redirección definidos en {provider}.',
    unreachable: '{provider} no respondió. Inténtalo de nuevo en unos minutos.',
    signIn:
      'El servidor de correo de {provider} rechazó el inicio de sesión, así que no se pudo enviar un correo de prueba. En Microsoft 365, puede que un administrador tenga que activar el SMTP autenticado para este buzón.',
    refused:
      'El servidor de correo de {provider} rechazó el correo de prueba. Comprueba si este buzón puede enviar correos.',
    unavailable:
      'El servidor de correo de {provider} no respondió como se esperaba, así que no es seguro que se enviara el correo de prueba. Inténtalo de nuevo en unos minutos.',
    mailbox:
      'El buzón no se puede leer en {provider}, así que no se encontrarían las respuestas. Comprueba si IMAP está permitido para él y empieza de nuevo.',
    limit: 'Se pidieron demasiados correos de prueba. Espera una hora y empieza de nuevo.',
  },
};
