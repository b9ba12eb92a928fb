import { formatsFor } from '../formats'
import type { WorkWords } from '../work'
import { es as money } from './work-money'
import { es as notices } from './work-notices'
import { es as site } from './work-site'

const { list, plural } = formatsFor('es')

export const es: WorkWords = {
  today: 'Hoy',
  refresh: 'Actualizar',
  days: {
    label: 'Días',
    tomorrow: 'Mañana',
    week: 'Semana',
    none: 'Sin visitas',
    unseenTitle: 'Todavía no hay nada',
    unseen: 'Sus próximos días aparecen en cuanto vuelva la señal.',
    with: (name) => `Junto con ${name}`,
  },
  next: {
    label: 'Próxima visita',
    driving: 'En camino a',
    eta: (drive, time) => `${drive} en auto · llegada aprox. ${time}`,
  },
  map: {
    title: 'Mapa de la ruta de hoy',
    label: (stops) => `Mapa de las visitas de hoy en orden: ${stops}`,
    here: 'El punto azul es usted.',
    none: 'No sabemos dónde están las direcciones de hoy.',
    unseen: 'El mapa aparece en cuanto vuelva la señal.',
  },
  left: (count) =>
    count === 0
      ? 'Todo listo'
      : plural(count, { one: `Queda ${count} visita`, other: `Quedan ${count} visitas` }),
  noneTitle: 'Hoy no hay visitas',
  none: 'Las visitas nuevas aparecen aquí automáticamente.',
  lunch: 'Almuerzo',
  offline: {
    unseen: 'Sin conexión. Sus visitas aparecen en cuanto vuelva la señal.',
    seen: 'Sin conexión. Es posible que esta lista no esté al día.',
    unsent: (count) =>
      `Sin conexión. ${plural(count, {
        one: `Hay ${count} paso guardado en este teléfono. Lo enviaremos`,
        other: `Hay ${count} pasos guardados en este teléfono. Los enviaremos`,
      })} cuando vuelva la señal.`,
  },
  link: {
    title: 'Sus visitas en este teléfono',
    text: 'Este enlace sirve una sola vez, en este teléfono.',
    open: 'Ver mis visitas',
    deadTitle: 'Este enlace ya no funciona',
    dead: 'Ya se usó o venció. Pida uno nuevo a la oficina.',
    noneTitle: 'Abra su enlace',
    none: 'La oficina le envía un enlace. Ábralo en este teléfono para ver sus visitas. Cada enlace sirve una sola vez: para entrar de nuevo, pida otro.',
    kept: 'Los pasos que faltan por enviar están guardados en este teléfono.',
  },
  signOut: {
    button: 'Cerrar sesión',
    title: '¿Cerrar sesión en este teléfono?',
    text: 'Necesitará un enlace nuevo de la oficina para volver a ver sus visitas aquí.',
  },
  location: {
    label: 'Su ubicación',
    share: 'Compartir ubicación',
    stop: 'Dejar de compartir',
    off: 'No comparte su ubicación.',
    starting: 'Esperando a que el teléfono encuentre su ubicación…',
    on: 'La oficina ve dónde está mientras esta página está abierta. Al cerrarla, deja de compartirse.',
    denied:
      'Su teléfono bloquea la ubicación para esta página. Puede permitirla en los ajustes del teléfono.',
    impossible: 'Este teléfono no puede compartir su ubicación.',
  },
  steps: {
    en_route: 'Voy en camino',
    in_progress: 'Empezar trabajo',
    completed: 'Terminar trabajo',
    no_show: 'El cliente no está',
  },
  statuses: {
    pending: 'Sin programar',
    scheduled: 'Programada',
    en_route: 'En camino',
    in_progress: 'En curso',
    completed: 'Terminada',
    cancelled: 'Cancelada',
    no_show: 'El cliente no estaba',
  },
  visit: {
    notSent: 'Sin enviar',
    directions: 'Cómo llegar',
    call: 'Llamar',
    house: 'Casa',
    gutter: (feet) => `${feet} pies de canaleta`,
    stories: (count) => `${count} ${plural(count, { one: 'piso', other: 'pisos' })}`,
    addOns: 'Extras',
    notes: 'Notas',
    reference: 'Referencia',
    together: (name) => `Junto con ${name}. Usted dirige esta visita.`,
    helping: (name) => `Junto con ${name}, que dirige esta visita y actualiza su estado.`,
  },
  calendar: {
    name: (who) => `Visitas – ${who}`,
    reference: (reference) => `Referencia: ${reference}`,
    technician: (name) => `Técnico: ${name}`,
    with: (name) => `Junto con ${name}`,
    canceled: (service) => `Cancelada: ${service}`,
    title: 'Las visitas en su calendario',
    text: 'Suscríbase una vez y su aplicación de calendario se mantiene al día. Muestra el servicio, el nombre del cliente y la dirección.',
    has: 'Ya tiene un enlace de calendario. Si crea uno nuevo, el anterior deja de funcionar.',
    create: 'Crear enlace de calendario',
    replace: 'Crear un enlace nuevo',
    remove: 'Desactivarlo',
    removed: 'Su enlace de calendario ya no funciona.',
    link: 'Su enlace (se muestra una sola vez)',
    subscribe: 'Abrir en el calendario',
    copy: 'Copiar enlace',
    copied: 'Enlace copiado',
    uncopied: 'No pudimos copiar el enlace. Selecciónelo y cópielo usted.',
    secret: 'Cualquiera que tenga este enlace puede ver sus visitas; no lo comparta.',
  },
  finish: {
    title: '¿Terminar esta visita?',
    text: (customer) => `Marcaremos la visita a ${customer} como terminada. Desde aquí no se puede deshacer.`,
    confirm: 'Terminar visita',
  },
  early: {
    title: '¿Ya va en camino?',
    text: (customer, day, time) =>
      `La visita a ${customer} empieza el ${day} (${time}). Le avisaremos al cliente que usted va ahora.`,
    confirm: 'Sí, voy en camino',
  },
  notHome: {
    title: '¿El cliente no está?',
    text: (customer) =>
      `Cerraremos la visita a ${customer} y avisaremos a la oficina. Desde aquí no se puede deshacer.`,
    confirm: 'Cerrar visita',
  },
  refused: {
    someVisit: 'Una visita',
    gone: 'La oficina quitó esta visita de su lista',
    changed: 'La oficina cambió esta visita',
    words: (customer, why, steps) =>
      `${customer}: ${why}. ${plural(steps.length, { one: 'No se guardó', other: 'No se guardaron' })}: ${list(steps.map((step) => `“${step}”`))}.`,
  },
  money,
  notices,
  site,
}
