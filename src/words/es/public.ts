import type { PublicWords } from '../public'

export const es: PublicWords = {
  skip: 'Ir al contenido principal',
  pages: 'Páginas',
  book: 'Reservar',
  myBookings: 'Mis reservas',
  myDay: 'Mi día',
  legal: 'Avisos legales',
  terms: 'Términos',
  privacy: 'Privacidad',
  poweredBy: 'Funciona con Truckroll',
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
      text: 'Tenemos un breve problema técnico. Esta página se volverá a cargar automáticamente en unos segundos.',
      form: 'Tenemos un breve problema técnico. Espere un minuto, vuelva atrás y envíe el formulario otra vez. No se reservará ni cobrará nada dos veces.',
    },
    office: {
      title: 'No puede abrir esta página',
      text: 'Esta página es para el personal de la oficina. Para abrirla, inicie sesión en la consola.',
    },
    refused: { title: 'No se pudo completar', text: 'Vuelva atrás e inténtelo de nuevo, o llámenos.' },
    bookVisit: 'Reservar una visita',
    seeBookings: 'Ver mis reservas',
    signIn: 'Iniciar sesión en la consola',
    tryAgain: 'Intentar de nuevo',
  },
  unsubscribe: {
    title: 'Cancelar suscripción',
    question: (business) => `¿Quiere dejar de recibir correos promocionales de ${business}?`,
    address: 'Dirección',
    stillArrive: 'Seguirá recibiendo los correos sobre sus reservas.',
    button: 'Cancelar suscripción',
    doneTitle: 'Suscripción cancelada',
    done: (business) => `${business} ya no enviará correos promocionales a esta dirección.`,
  },
  link: {
    title: 'Este enlace no funciona',
    text: 'Es posible que esté incompleto. Abra el enlace del último mensaje que le enviamos.',
    endedTitle: 'Este enlace ya no está activo',
    ended:
      'Para proteger sus datos, nuestros enlaces dejan de funcionar después de un tiempo. Inicie sesión con un código que le enviamos por correo para ver sus reservas, facturas y planes.',
    signIn: 'Iniciar sesión con un código',
  },
  checkout: {
    thanks: 'Gracias',
    onItsWay:
      'Estamos procesando su pago. Le enviaremos el recibo por correo electrónico en cuanto se complete.',
    notOnline: 'Por ahora no se puede pagar en línea',
    callToPay: 'No se cobró nada. Llámenos para pagar.',
    notCompleted: 'El pago no se completó. Puede intentarlo de nuevo.',
    notCompletedTitle: 'El pago no se completó',
    nothingCharged: 'Puede intentarlo de nuevo. No se cobró nada y su reserva sigue en pie.',
    tryAgain: 'Intentar de nuevo',
  },
}
