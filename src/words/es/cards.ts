import type { CardWords } from '../cards'

export const es: CardWords = {
  title: 'Guardar una tarjeta',
  text: (business) =>
    `${business} nunca ve el número de su tarjeta. Nuestro procesador de pagos la guarda de forma segura.`,
  consent: (business) =>
    `Autorizo a ${business} a guardar esta tarjeta y a cobrar en ella las visitas, los planes y las facturas que yo haya aceptado, también cuando no esté en línea. Puedo quitarla en cualquier momento en la página de mis reservas.`,
  agree: 'Aceptar y continuar',
  current: 'Tarjeta guardada',
  replace: 'Si guarda otra tarjeta, la reemplaza.',
  code: 'Para usar otra tarjeta, inicie sesión con un código que le enviamos por correo.',
  card: (brand, last4) => `${brand} terminada en ${last4}`,
  expires: (month) => `Vence ${month}`,
  expired: (month) => `Venció ${month}`,
  savedTitle: 'Su tarjeta está guardada',
  saved: 'No tiene que hacer nada más. Le enviaremos un recibo por correo después de cada cobro.',
  waitingTitle: 'Estamos guardando su tarjeta',
  waiting: 'Puede tardar un minuto. Vuelva a cargar esta página para comprobarlo.',
  notCardTitle: 'No se guardó ninguna tarjeta',
  notCard: 'Solo se pueden guardar tarjetas de crédito y débito. Intente de nuevo con una tarjeta.',
  myBookings: 'Ver mis reservas',
  unavailable: 'En este momento no puede guardar una tarjeta en línea. Llámenos, por favor.',
  demoTitle: 'Guardar una tarjeta',
  demoSave: 'Guardar tarjeta',
  demoBack: 'Volver sin guardar',
  my: {
    none: 'Ninguna tarjeta guardada',
    noneText:
      'Guarde una tarjeta para pagar sus planes y facturas automáticamente. Solo cobramos lo que usted haya aceptado.',
    save: 'Guardar una tarjeta',
    replace: 'Usar otra tarjeta',
    remove: 'Quitar tarjeta',
    removeTitle: '¿Quitar esta tarjeta?',
    removeText:
      'Ya no haremos cargos a esta tarjeta. Si tiene un plan que se paga automáticamente, le enviaremos facturas en su lugar.',
    keep: 'Conservar tarjeta',
    removed: 'Se quitó su tarjeta.',
  },
}
