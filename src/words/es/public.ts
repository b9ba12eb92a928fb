import type { PublicWords } from '../public'

export const es: PublicWords = {
  skip: 'Ir al contenido principal',
  pages: 'Páginas',
  book: 'Reservar',
  myBookings: 'Mis reservas',
  myDay: 'Mi día',
  poweredBy: 'Con la tecnología de Truckroll',
  scheme: 'Cambiar entre claro y oscuro',
  needsScript: 'Esta página necesita JavaScript. Actívelo en su navegador o llámenos.',
  cannotEmail: 'Por ahora no podemos enviar correos electrónicos. Llámenos, por favor.',
  demo: {
    title: 'Modo de demostración:',
    notLive: 'Todavía en pruebas:',
    simulated: (things, isOne) => `${things} ${isOne ? 'es simulado' : 'son simulados'}.`,
    noCharge: 'No se cobra nada.',
    payments: 'los pagos',
    email: 'el correo',
    sms: 'los mensajes de texto',
  },
  problems: {
    missing: {
      title: 'Página no encontrada',
      text: 'Es posible que el enlace esté incompleto o que esta página ya no exista.',
    },
    tooMany: { title: 'Demasiadas solicitudes', text: 'Espere un minuto e inténtelo de nuevo.' },
    failed: {
      title: 'Algo salió mal',
      text: 'El problema es nuestro. Inténtelo de nuevo en un momento.',
    },
    away: {
      title: 'Volvemos enseguida',
      text: 'Tenemos un breve problema técnico. Esta página se vuelve a cargar automáticamente en unos segundos.',
      form: 'Tenemos un breve problema técnico. Espere un minuto, vuelva atrás y envíe el formulario otra vez. No se reservará ni cobrará nada dos veces.',
    },
    refused: { title: 'No se pudo completar', text: 'Vuelva atrás e inténtelo de nuevo, o llámenos.' },
    bookVisit: 'Reservar una visita',
    seeBookings: 'Ver mis reservas',
  },
  unsubscribe: {
    title: 'Cancelar suscripción',
    question: (business) => `¿Quiere dejar de recibir correos promocionales de ${business}?`,
    address: 'Dirección',
    stillArrive: 'Seguirá recibiendo los correos sobre sus propias reservas.',
    button: 'Cancelar suscripción',
    doneTitle: 'Suscripción cancelada',
    done: (business) => `${business} ya no enviará correos promocionales a esta dirección.`,
  },
  link: {
    title: 'Este enlace no funciona',
    text: 'Es posible que esté incompleto. Abra el enlace del último mensaje que le enviamos.',
  },
  checkout: {
    thanks: 'Gracias',
    onItsWay: 'Su pago está en camino. Le enviaremos el recibo por correo en cuanto llegue.',
    notOnline: 'Por ahora no se puede pagar en línea',
    callToPay: 'No se cobró nada. Llámenos para pagar.',
    notCompleted: 'El pago no se completó. Puede intentarlo de nuevo.',
    notCompletedTitle: 'El pago no se completó',
    nothingCharged: 'Puede intentarlo de nuevo. No se cobró nada y su reserva sigue en pie.',
    tryAgain: 'Intentar de nuevo',
  },
}
