import type { SignInSayings } from '../sign-in.ts';

export const signIn: SignInSayings = {
  setupTitle: 'Configurar la consola',
  setupIntro:
    'Usted será propietario de todo lo que hay en esta instalación. Podrá invitar a otras personas más adelante.',
  setupButton: 'Configurar la consola',
  setupGoneTitle: 'Este enlace ya no funciona',
  setupGoneText:
    'Ya se usó, o el servicio se ha reiniciado desde entonces. El terminal o el registro del servicio muestra el último enlace hasta que la consola esté configurada.',
  setupWaitsTitle: 'La consola aún no está configurada',
  setupWaitsText:
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
};
