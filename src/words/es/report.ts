import { formatsFor } from '../formats'
import type { ReportWords } from '../report'

const f = formatsFor('es')

export const es: ReportWords = {
  title: 'Informe del servicio',
  facts: {
    reference: 'Referencia',
    service: 'Servicio',
    addOns: 'Adicionales',
    completed: 'Terminado',
    customer: 'Cliente',
    address: 'Dirección',
    technician: 'Técnico',
  },
  head: ['Lista de verificación', 'Respuesta'],
  yes: 'Sí',
  no: 'No',
  photo: 'Foto tomada',
  open: 'Sin responder',
  before: 'Antes',
  after: 'Después',
  morePhotos: (count) =>
    f.plural(count, {
      one: 'En su cuenta en línea hay 1 foto más.',
      other: `En su cuenta en línea hay ${count} fotos más.`,
    }),
  when: (at, timeZone) => `${f.date(at, timeZone)}, ${f.time(at, timeZone)}`,
  signed: (when) => `Firmado el ${when}`,
  typed: (when) => `Nombre escrito y aceptado como firma el ${when}`,
  hash: (hash) => `Contenido firmado (SHA-256): ${hash}`,
}
