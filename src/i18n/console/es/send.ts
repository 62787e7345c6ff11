import type { send as english } from '../en/send.ts';

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
