import type { ControlWords } from '../controls'
import { formatsFor } from '../formats'

const { plural } = formatsFor('es')

export const es: ControlWords = {
  loading: 'Cargando',
  close: 'Cerrar',
  back: 'Volver',
  dismiss: 'Cerrar aviso',
  optional: 'opcional',
  more: 'Ver más',
  first: (count) => `Se muestran las últimas ${count}`,
  all: (count) => `${count} en total`,
  discardTitle: '¿Descartar los cambios?',
  discardText: 'Todavía no los ha guardado.',
  keep: 'Seguir editando',
  discard: 'Descartar',
  problems: {
    offline: 'Sin conexión. Revise su red e inténtelo de nuevo.',
    tooMany: (seconds) =>
      `Demasiados intentos seguidos. Inténtelo de nuevo en ${seconds} ${plural(seconds, { one: 'segundo', other: 'segundos' })}.`,
    failed: 'Algo falló de nuestro lado. Inténtelo de nuevo en un momento.',
    away: 'Volvemos enseguida. Inténtelo de nuevo en unos segundos.',
    page: 'Algo salió mal en esta página. Vuelva a cargarla e inténtelo de nuevo.',
    fields: 'Revise los campos marcados.',
    signIn: 'Vuelva a iniciar sesión.',
    missing: 'No lo encontramos. Vuelva a cargar la página para ver lo más reciente.',
    refused: 'No se pudo completar. Vuelva a cargar la página e inténtelo de nuevo, o llámenos.',
  },
}
