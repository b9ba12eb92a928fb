import { formatsFor } from '../formats'
import type { en } from '../en/work-site'

const { plural } = formatsFor('es')

export const es: typeof en = {
  gateCode: 'Código de entrada',
  pets: 'Mascotas',
  earlier: (count) =>
    `${count} ${plural(count, { one: 'visita anterior', other: 'visitas anteriores' })} en este lugar`,
  missed: 'El cliente no estaba',
  photos: {
    title: (day) => `Fotos del ${day}`,
    kinds: { before: 'Antes', after: 'Después', photo: 'Foto', document: 'Documento' },
    open: (label, place, count) => `Abrir ${label}, ${place} de ${count}`,
    position: (place, count) => `${place} de ${count}`,
    previous: 'Anterior',
    next: 'Siguiente',
    missing: 'No pudimos cargar esta foto.',
  },
}
