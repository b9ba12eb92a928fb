import type { CheckoutWords } from '../checkout'

export const es: CheckoutWords = {
  title: 'Pague su reserva',
  card: 'Número de tarjeta',
  pay: (amount) => `Pagar ${amount}`,
  back: 'Volver sin pagar',
  demo: 'Esto es una demostración: no se cobra ninguna tarjeta y no se aceptan números de tarjetas reales.',
  testCards: 'Tarjetas de prueba',
  cards: {
    succeeds: 'Aprobada',
    disputed: 'Aprobada y luego disputada',
    generic_decline: 'Rechazada',
    insufficient_funds: 'Rechazada: fondos insuficientes',
    expired_card: 'Rechazada: tarjeta vencida',
    incorrect_cvc: 'Rechazada: código de seguridad incorrecto',
  },
  declined: {
    generic_decline: 'Su tarjeta fue rechazada. Pruebe con otra tarjeta.',
    insufficient_funds: 'Su tarjeta no tiene fondos suficientes. Pruebe con otra tarjeta.',
    expired_card: 'Su tarjeta está vencida. Pruebe con otra tarjeta.',
    incorrect_cvc: 'El código de seguridad es incorrecto. Revíselo o pruebe con otra tarjeta.',
  },
  notTestCard: 'Aquí solo funcionan las tarjetas de prueba de abajo. Elija una de ellas.',
  closed: {
    title: 'Esta página de pago está cerrada',
    text: 'Venció o la reserva fue cancelada. No se cobró nada.',
  },
  unknown: {
    title: 'Página de pago no encontrada',
    text: 'El enlace está incompleto. Abra de nuevo el pago desde su reserva.',
  },
  onboarding: {
    title: 'Configurar sus pagos',
    text: 'Aquí el procesador de pagos verificaría su identidad y le preguntaría adónde enviar su dinero.',
    finish: 'Terminar',
    demo: 'Esto es una demostración: no tiene que escribir nada.',
    doneTitle: 'Sus pagos están configurados',
    done: 'Ya puede cerrar esta página.',
    expiredTitle: 'Este enlace de configuración venció',
    expired:
      'Los enlaces de configuración funcionan durante 7 días. Pida a la oficina central que le envíe uno nuevo.',
    failedTitle: 'La página de configuración no está disponible en este momento',
    failed: 'Abra este enlace de nuevo en unos minutos. No se perdió nada de lo que ingresó.',
    unknownTitle: 'Cuenta no encontrada',
    unknown: 'El enlace está incompleto. Empiece de nuevo desde la consola.',
  },
}
