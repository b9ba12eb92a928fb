import { formatsFor } from '../formats'
import type { WorkWords } from '../work'
import { clock, ended } from './sentences'
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
    title: 'Sus próximos días',
    count: (count) =>
      count === 0 ? 'Sin visitas' : `${count} ${plural(count, { one: 'visita', other: 'visitas' })}`,
    none: 'Sin visitas',
    unseenTitle: 'Todavía no hay nada',
    unseen: 'Su semana aparece en cuanto vuelva la señal.',
    with: (name) => `Junto con ${name}`,
  },
  next: {
    label: 'Próxima visita',
    driving: 'En camino',
    last: 'Esta es su última visita de hoy.',
    over: 'Terminó las visitas de hoy.',
    eta: (drive, time) => `${drive} en auto · llegada aprox. ${time}`,
  },
  map: {
    title: 'Mapa de la ruta de hoy',
    label: (stops) => `Mapa de las visitas de hoy en orden: ${stops}`,
    here: 'El punto azul es la última ubicación que compartió.',
    ground: 'Datos del mapa: GeoNames. Las autopistas y zonas de código postal son aproximadas.',
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
        one: `Hay ${count} cambio guardado en este teléfono. Lo enviaremos`,
        other: `Hay ${count} cambios guardados en este teléfono. Los enviaremos`,
      })} cuando vuelva la señal.`,
  },
  link: {
    title: 'Sus visitas en este teléfono',
    text: 'Este enlace sirve una sola vez, en este teléfono.',
    open: 'Ver mis visitas',
    deadTitle: 'Este enlace ya no funciona',
    dead: 'Ya se usó o venció. Pida uno nuevo a la oficina.',
    call: (phone) => `Llamar a la oficina: ${phone}`,
    noneTitle: 'Abra su enlace',
    none: 'La oficina le envía un enlace. Ábralo en este teléfono para ver sus visitas. Cada enlace sirve una sola vez: para entrar de nuevo, pida otro.',
    kept: 'Los cambios que faltan por enviar están guardados en este teléfono.',
  },
  signOut: {
    button: 'Cerrar sesión',
    title: '¿Cerrar sesión en este teléfono?',
    text: 'Necesitará un enlace nuevo de la oficina para volver a ver sus visitas aquí.',
    waits: 'Cerró sesión en este teléfono. Le avisaremos a la oficina cuando vuelva la señal.',
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
    completed: 'Terminar visita',
    no_show: 'El cliente no está',
    scheduled: 'Ya no voy en camino',
    arrived: 'Esperar en la puerta',
    undo: 'Deshacer',
    seen: 'Entendido',
  },
  oneAtATime: (customer) => `Primero termine la visita a ${customer}.`,
  late: {
    button: '¿Va con retraso?',
    title: 'Va con retraso',
    by: (delay) => `Llegará a su próxima visita con un retraso de aproximadamente ${delay}.`,
    none: 'Todavía puede llegar a tiempo a todas las visitas de hoy.',
    change: (before, after) => `${before} → ${after}`,
    unchanged: 'Sigue dentro de su horario de llegada; no le enviaremos mensaje.',
    afterHours: (time) => `Termina a ${clock(time)}, después de su horario. Consulte primero con la oficina.`,
    message: {
      sms: (words) => `Mensaje de texto: “${words}”`,
      email: (subject) => `Correo con la nueva hora: “${subject}”`,
    },
    forOffice: (count) =>
      `No puede mover ${plural(count, { one: 'esta visita', other: 'estas visitas' })} desde aquí. Llame a la oficina. Lo más temprano que podría llegar:`,
    tell: (count) =>
      count === 0
        ? 'Mover visitas'
        : `Avisar a ${count} ${plural(count, { one: 'cliente', other: 'clientes' })}`,
    done: (count) =>
      count === 0
        ? 'Visitas movidas'
        : `Avisamos a ${count} ${plural(count, { one: 'cliente', other: 'clientes' })}.`,
  },
  undo: {
    done: {
      en_route: 'Va en camino',
      in_progress: 'Trabajo empezado',
      completed: 'Visita terminada',
      no_show: 'Visita cerrada',
      arrived: 'Esperando en la puerta',
    },
    button: 'Deshacer',
  },
  taken: {
    label: (customer) => `Novedades de la visita a ${customer}`,
    byOffice: (time) => `La oficina la canceló (${time})`,
    byCustomer: (time) => `El cliente la canceló (${time})`,
    reassigned: (name) => `Ahora la hace ${name}`,
    moved: (day, time) => `Pasó al ${day} (${time})`,
    unscheduled: (time) => `Ya no está en su agenda (${time})`,
    seen: 'Entendido',
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
  photos: {
    title: 'Fotos y archivos',
    label: 'Etiqueta de las fotos nuevas',
    take: 'Tomar foto',
    choose: 'Elegir fotos',
    kinds: { before: 'Antes', after: 'Después', photo: 'Otra', document: 'Documento' },
    unsent: (count) => `${count} sin enviar`,
    sending: (count) => `Enviando ${count} ${plural(count, { one: 'foto', other: 'fotos' })}…`,
    waiting: (count) =>
      plural(count, {
        one: `Hay ${count} foto guardada en este teléfono, en espera de conexión.`,
        other: `Hay ${count} fotos guardadas en este teléfono, en espera de conexión.`,
      }),
    later: 'Las fotos y los archivos que ya tiene la oficina aparecen cuando vuelva la señal.',
    unreadable: 'Este teléfono no puede leer esa foto. Tómela de nuevo o elija un JPEG.',
    unsaved: 'No pudimos guardar esa foto en este teléfono. Libere espacio y tómela de nuevo.',
    gone: 'La oficina quitó esta visita de su lista, así que no pudimos enviar esta foto.',
    refused: 'La oficina no pudo aceptar esta foto.',
    retry: 'Intentar de nuevo',
    remove: 'Borrar foto',
    reallyRemove: 'Borrar para siempre',
    open: (label, place, count) => `Abrir ${label}, ${place} de ${count}`,
    position: (place, count) => `${place} de ${count}`,
    previous: 'Anterior',
    next: 'Siguiente',
    missing: 'No pudimos cargar este archivo.',
  },
  record: {
    title: 'Lista de verificación',
    left: (count) => `${count} por responder`,
    answered: (count, all) => `${count} de ${all} respondidas`,
    optional: 'opcional',
    yes: 'Sí',
    no: 'No',
    none: 'Sin responder',
    notANumber: 'Escriba un número.',
    photoTaken: 'Foto tomada',
    retake: 'Tomar otra foto',
    unsent: (count) =>
      plural(count, {
        one: `Hay ${count} entrada guardada en este teléfono. La enviaremos cuando vuelva la señal.`,
        other: `Hay ${count} entradas guardadas en este teléfono. Las enviaremos cuando vuelva la señal.`,
      }),
    unsaved: 'No pudimos guardar esto en su teléfono. Libere espacio e inténtelo de nuevo.',
    refused: 'La oficina cerró esta visita, así que sus últimas entradas no se guardaron.',
    openFirst: (labels) => `Para terminar, responda ${list(labels.map((label) => `“${label}”`))}.`,
    signature: {
      title: 'Su firma',
      ask: 'Pida al cliente que firme de conformidad.',
      sign: 'Pedir firma',
      again: 'Firmar de nuevo',
      done: 'Firmado',
      by: (name, time) => `${name}, ${time}`,
      statement: 'Confirmo que se hizo este trabajo.',
      name: 'Su nombre',
      draw: 'Firme aquí con el dedo',
      clear: 'Borrar',
      work: (service, address) => `${service} en ${address}`,
      typeInstead: 'Firmar con mi nombre escrito',
      drawInstead: 'Firmar con el dedo',
      agree: 'Mi nombre escrito es mi firma.',
      save: 'Guardar firma',
    },
  },
  calendar: {
    name: (who) => `Visitas – ${who}`,
    reference: (reference) => `Referencia: ${reference}`,
    technician: (name) => `Técnico: ${name}`,
    with: (name) => `Junto con ${name}`,
    canceled: (service) => `Cancelada: ${service}`,
    title: 'Las visitas en su calendario',
    text: 'Suscríbase una vez y su aplicación de calendario se mantiene al día. Muestra el servicio, el nombre de pila del cliente y la dirección.',
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
    text: (customer) =>
      `Marcaremos la visita a ${customer} como terminada. Puede deshacerlo durante un minuto.`,
    open: (things) => `Queda pendiente: ${list(things)}.`,
    answers: (count) =>
      `${count} ${plural(count, { one: 'punto', other: 'puntos' })} de la lista de verificación`,
    signature: 'la firma del cliente',
    due: (amount) => `el pago de ${amount}`,
    confirm: 'Terminar visita',
  },
  early: {
    title: '¿Ya va en camino?',
    text: (customer, time) =>
      `${ended(`La visita a ${customer} es a ${clock(time)}`)} Le avisaremos al cliente que usted va ahora.`,
    offline: (customer, time) =>
      `${ended(`La visita a ${customer} es a ${clock(time)}`)} Le avisaremos al cliente cuando vuelva la señal; llámelo si debe saberlo ya.`,
    confirm: 'Sí, voy en camino',
  },
  notHome: {
    title: '¿El cliente no está?',
    text: (customer) =>
      `Cerraremos la visita a ${customer} y avisaremos a la oficina. Puede deshacerlo durante un minuto.`,
    confirm: 'Cerrar visita',
    since: (time) => `Esperando en la puerta desde ${clock(time)}`,
    left: (minutes) => `Faltan ${minutes} min`,
    photo: {
      why: 'Tome una foto de la puerta para mostrar que estuvo allí.',
      take: 'Foto de la puerta',
      taken: 'Foto tomada',
    },
    atDoor: {
      title: '¿Está en la puerta?',
      text: (customer) =>
        `Toque el timbre y llame a ${customer}. Si nadie responde en 10 minutos, puede cerrar la visita.`,
      confirm: 'Iniciar los 10 minutos',
    },
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
