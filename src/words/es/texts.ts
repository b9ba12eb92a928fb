import type { TextWords } from '../texts'
import { ended } from './sentences'

/**
 * Worded without á, í, ó and ú where possible: they are not in the GSM alphabet, and one of them halves the length
 * of a text. A word that needs one keeps it, such as "sábado", since a misspelling costs more.
 */
export const es: TextWords = {
  reference: (reference) => `Ref. ${reference}`,
  simulated: 'Modo de prueba: no se cobra ninguna tarjeta.',
  details: (url) => `Detalles: ${url}`,
  verifyCode: (code, business) => `${code} es su clave para ${business}. Vence en 10 minutos.`,
  workLink: (business, link) =>
    `${business}: Abra sus visitas en este celular antes de 1 hora. El enlace sirve una sola vez. No lo comparta. ${link}`,
  workVisit: {
    new: (business, when) => ended(`${business}: Tiene una visita nueva: ${when}`),
    moved: (business, when) => ended(`${business}: Una de sus visitas tiene otra hora: ${when}`),
    canceled: (business, when) => ended(`${business}: Se cancelo su visita: ${when}`),
  },
  booked: (business, service) =>
    `${business}: Recibimos su reserva (${service}). Pronto confirmaremos su visita.`,
  confirm: (url) => `Confirme: ${url}`,
  lapsed: (business, service) =>
    `${business}: Su reserva (${service}) sigue sin confirmar. Ya no le guardamos el horario.`,
  bookedFor: (business, service, when) => ended(`${business}: Su reserva: ${service}, ${when}`),
  toConfirm: (business, service, when) => ended(`${business}: Recibimos su reserva: ${service}, ${when}`),
  scheduled: (business, service, when) => ended(`${business}: Visita confirmada: ${service}, ${when}`),
  moved: (business, service, when) =>
    ended(`${business}: Su visita tiene un nuevo horario: ${service}, ${when}`),
  kept: (business, when, technician) =>
    `${ended(`${business}: Su visita no cambia: ${when}`)} Le va a atender ${technician ?? 'otra persona'}.`,
  reminder: (business, service, when) => ended(`${business}: Le recordamos su visita: ${service}, ${when}`),
  reminderReplies: 'Responda C para confirmar o R para cambiar el horario.',
  visitConfirmed: (business, when) => ended(`${business}: ¡Gracias! Visita confirmada: ${when}`),
  changeHere: (business) => `${business}: Puede elegir otro horario en este enlace.`,
  changeByPhone: (business, phone) =>
    phone === null
      ? `${business}: Le vamos a contactar para buscar otro horario.`
      : `${business}: Para cambiar el horario, llame al ${phone}. Nosotros igual le vamos a contactar.`,
  track: (url) => `Siga el recorrido: ${url}`,
  rate: (url) => `Califique su visita: ${url}`,
  onTheWay: (business, technician, service) =>
    `${business}: ${technician ?? 'Su técnico'} viene en camino (${service}).`,
  unscheduled: (business, service) =>
    `${business}: Lo sentimos, no podemos ir en el horario de su visita (${service}). Pronto le enviaremos uno nuevo.`,
  newTime: (business, service, when, phone) =>
    `${business}: Lo sentimos, su visita sigue sin fecha (${service}). ${when === null ? '¿Qué fecha y hora le conviene?' : `¿Podemos ir el ${when}?`} Responda${phone === null ? '' : ` o llame al ${phone}`} para avisarnos.`,
  missed: (business, service, phone) =>
    `${business}: Lamentamos no haberle encontrado (${service}). ${phone === null ? 'Escriba o llame' : `Llame al ${phone}`} para buscar otra fecha.`,
  completed: (business, service) => `${business}: Trabajo terminado (${service}). ¡Gracias!`,
  invoiceFollows: 'Le enviaremos la factura por separado.',
  cancelled: (business, service) =>
    `${business}: Se cancela su ${service === null ? 'visita' : `reserva (${service})`}.`,
  willRefund: (amount) => `Le reembolsaremos ${amount}.`,
  willReturn: (amount) => `Nuestra oficina le devolverá los ${amount} que no pagó con tarjeta.`,
  feeKept: (amount) => `Retuvimos un cargo por cancelación de ${amount}.`,
  stillDue: (amount) => `Quedan ${amount} por pagar.`,
  returned: (business, amount, service) => `${business}: Le devolvimos ${amount} por ${service}.`,
  receipt: (business, amount, service) => `${business}: Recibimos ${amount} por ${service}. ¡Gracias!`,
  repriced: (business, service, amount) => `${business}: Su reserva (${service}) cuesta ahora ${amount}.`,
  refunded: (business, amount, service) =>
    `${business}: Le reembolsamos ${amount} por ${service}. Suele tardar unos días hábiles.`,
  invoice: (business, number, amount) => `${business}: Factura ${number}, ${amount}.`,
  chargeFailed: (business, amount, service) =>
    `${business}: No pudimos cobrar ${amount} a su tarjeta por ${service}.`,
  payHere: (url) => `Pague en: ${url}`,
  cardRequest: (business, url) => `${business}: Guarde una tarjeta para sus pagos: ${url}`,
  cardSaved: (business, brand, last4) =>
    `${business}: Su tarjeta ${brand} terminada en ${last4} queda guardada. ¿No fue usted? Por favor llame.`,
  plan: (business, service, howOften, amount) =>
    `${business}: Su plan: ${service}, ${howOften}, ${amount} por visita.`,
  viewPlan: (url) => `Para verlo o terminarlo: ${url}`,
  followUp: (business, service) =>
    `${business}: ¿Qué tal lo hicimos (${service})? Si algo no le gusta, avise.`,
  stop: 'Responda STOP para no recibir mensajes.',
  help: (business, url) =>
    `${business}: Mensajes sobre sus reservas y ofertas. Vea ${url}. Responda STOP para no recibir mensajes.`,
}
