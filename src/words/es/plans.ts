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
  every: (months) => (months === 1 ? 'Cada mes' : months === 12 ? 'Una vez al año' : `Cada ${months} meses`),
  withTax: (amount) => `${amount} con impuestos`,
  consent: (p) =>
    `Acepto un plan de mantenimiento con ${p.business}: ${p.service} en ${p.address}, ${p.howOften}, por ${p.amount} por visita, a partir ${p.first === null ? 'de dentro de una semana, aproximadamente' : `del ${p.first}`}. Puedo terminar el plan en cualquier momento.`,
  consentToChange: (p) =>
    `Acepto las nuevas condiciones de mi plan de mantenimiento con ${p.business}: ${p.service} en ${p.address}, ${p.howOften}, por ${p.amount} por visita, para las visitas que aún no están reservadas. Puedo terminar el plan en cualquier momento.`,
  accept: 'Aceptar este plan',
  acceptChange: 'Aceptar las nuevas condiciones',
  doneTitle: '¡Gracias! Su plan está listo.',
  done: 'Le enviaremos los detalles por correo y programaremos sus visitas. Puede terminar su plan en cualquier momento en la página de sus reservas.',
  closedTitle: 'Esta oferta ya no está abierta',
  closed: 'Ya fue aceptada o retirada. La página de sus reservas muestra sus planes.',
  changed: 'La oferta cambió desde que abrió esta página. Por favor, léala de nuevo.',
  myPlans: 'Mis reservas y planes',
}
