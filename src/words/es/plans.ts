import type { PlanWords } from '../plans'

export const es: PlanWords = {
  title: 'Su plan de mantenimiento',
  changeTitle: 'Nuevas condiciones de su plan de mantenimiento',
  lead: 'No programamos ni cobramos nada hasta que usted acepte.',
  changeLead: 'Su plan sigue como está hasta que usted acepte.',
  service: 'Servicio',
  address: 'Dirección',
  howOften: 'Frecuencia',
  perVisit: 'Precio por visita',
  firstVisit: 'Primera visita',
  soon: 'Alrededor de una semana después de aceptar',
  withTax: (amount) => `${amount} con impuestos`,
  consent: (p) =>
    `Acepto un plan de mantenimiento con ${p.business}: ${p.service} en ${p.address}, ${p.howOften}, por ${p.amount} por visita, ${p.first === null ? 'con la primera visita en aproximadamente una semana' : `a partir del ${p.first}`}. Puedo terminar el plan en cualquier momento.`,
  consentToChange: (p) =>
    `Acepto las nuevas condiciones de mi plan de mantenimiento con ${p.business}: ${p.service} en ${p.address}, ${p.howOften}, por ${p.amount} por visita, para las visitas que aún no están reservadas. Puedo terminar el plan en cualquier momento.`,
  accept: 'Aceptar este plan',
  acceptChange: 'Aceptar las nuevas condiciones',
  doneTitle: 'Su plan está listo',
  done: '¡Gracias! Le enviaremos los detalles por correo y programaremos sus visitas.',
  next: 'Próxima visita',
  change: 'Para terminar su plan, inicie sesión con un código que le enviamos por correo.',
  paused: 'Su plan está en pausa. No programaremos visitas hasta que continúe.',
  waitingTitle: 'Estamos preparando el precio de su plan',
  waiting: 'Le enviaremos el precio por correo. No programamos ni cobramos nada hasta que usted lo acepte.',
  endedTitle: 'Su plan de mantenimiento terminó',
  ended: 'No programaremos más visitas. Las que ya están reservadas se mantienen.',
  closedTitle: 'Esta oferta venció',
  closed: 'Estuvo abierta durante 30 días. Comuníquese con nosotros y le enviaremos una nueva.',
  changed: 'La oferta cambió desde que abrió esta página. Por favor, léala de nuevo.',
  myPlans: 'Mis reservas y planes',
}
