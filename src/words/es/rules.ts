import type { RulesWords } from '../rules'
import { clock, ended } from './sentences'

export const es: RulesWords = {
  cancellation: 'Cancelación',
  free: (time) => ended(`Cancelación gratis hasta ${time}`),
  beforeVisit: (length) => `${length} antes de su visita`,
  visitStarts: 'el inicio de su visita',
  hours: { one: 'hora', other: 'horas' },
  days: { one: 'día', other: 'días' },
  at: (day, time) => `el ${day} a ${clock(time)}`,
  feeAfter: (fee) => `Después, retenemos ${fee} de lo que haya pagado.`,
  callAfter: 'Después, llámenos para cancelar.',
  feeNow: (fee) => `Si cancela ahora, retenemos ${fee} de lo que haya pagado.`,
  callNow: 'Ya es tarde para cancelar en línea. Llámenos para cancelar.',
  ofPrice: (percent) => `el ${percent} del precio`,
  deposit: 'Depósito',
  depositPaid: 'Depósito pagado',
  depositNow: (deposit, rest) => `Pague ${deposit} de depósito ahora y ${rest} el día de la visita`,
  allNow: 'Pagar todo ahora',
  depositFirst: 'Pague un depósito al reservar y el resto el día de la visita.',
  payDeposit: (deposit) => `Pagar ${deposit} de depósito`,
  payAll: (total) => `Pagar el total de ${total}`,
  depositArrived: (deposit, rest) =>
    `Recibimos su depósito de ${deposit}. ¡Gracias! El día de su visita paga ${rest}.`,
}
