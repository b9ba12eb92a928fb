import type { CheckoutWords } from '../checkout'

export const es: CheckoutWords = {
  title: 'Pague su reserva',
  card: 'Número de tarjeta',
  pay: (amount) => `Pagar ${amount}`,
  back: 'Volver sin pagar',
  orCard: 'O pague con tarjeta',
  wallets: 'Pague con una billetera (demostración)',
  wallet: { apple_pay: 'Apple Pay (demostración)', google_pay: 'Google Pay (demostración)' },
  saved: (brand, last4) => `Pagar con su ${brand} guardada terminada en ${last4}`,
  bank: {
    title: 'Confirme que es usted',
    text: 'Aquí su banco le pediría que apruebe este pago, por ejemplo con un código o en su aplicación (3-D Secure).',
    approve: 'Aprobar el pago',
    fail: 'No pasar la verificación',
    leave: 'Cancelar',
  },
  notApproved:
    'No terminó la verificación de su banco, así que no se cobró nada. Inténtelo de nuevo o use otra tarjeta.',
  demo: 'Esto es una demostración: no se cobra ninguna tarjeta y no se aceptan números de tarjetas reales.',
  testCards: 'Tarjetas de prueba',
  cards: {
    succeeds: 'Aprobada',
    disputed: 'Aprobada y luego disputada',
    asks: '3-D Secure: el banco pregunta antes',
    asks_then_declines: '3-D Secure y luego rechazada',
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
    authentication_failed: 'Su banco no pudo confirmar que era usted. Inténtelo de nuevo o use otra tarjeta.',
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
    title: 'Configure cómo recibir sus pagos',
    text: 'Aquí el procesador de pagos verificaría su identidad y le preguntaría adónde enviar su dinero.',
    finish: 'Terminar la configuración',
    demo: 'Esto es una demostración: no tiene que escribir nada.',
    doneTitle: 'Ya puede recibir sus pagos',
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
