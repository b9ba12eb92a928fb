import { z } from 'zod'
import { formatUsd } from '../../../lib/money'
import { button, facts, text } from './draft'
import { template } from './template'
import { money, preferredDay, written, writtenOrNone } from './words'

const every = (months: number): string =>
  months === 1 ? 'every month' : months === 12 ? 'once a year' : `every ${months} months`

export const planTemplates = {
  plan: template({
    data: z.object({
      name: written,
      type: written,
      address: writtenOrNone,
      totalCents: money,
      taxCents: money,
      intervalMonths: z.number().int(),
      /** A local date, YYYY-MM-DD. */
      nextDate: writtenOrNone,
      /** True when it has begun before, and something about it is another now. */
      changed: z.boolean().nullish(),
    }),
    email: (data, brand) => ({
      subject: `Your maintenance plan with ${brand.name}: ${formatUsd(data.totalCents)} a visit`,
      preview: `${data.type}, ${every(data.intervalMonths)}.`,
      blocks: [
        text(data.name === '' ? 'Hello,' : `Hello ${data.name},`),
        text(data.changed ? 'Your maintenance plan has changed.' : 'Your maintenance plan is set.'),
        facts(
          ['Service', data.type],
          ['Address', data.address],
          ['How often', every(data.intervalMonths)],
          ['Each visit', `${formatUsd(data.totalCents)}${data.taxCents > 0 ? ' with tax' : ''}`],
          ['Next visit', preferredDay(data.nextDate)],
        ),
        text('We come by ourselves from then on. If you do not want this, end the plan under My bookings.'),
        button('See or end your plan', `${brand.site}/my`),
      ],
    }),
    sms: (data, brand) =>
      `${brand.name}: ${data.type} ${every(data.intervalMonths)}, ${formatUsd(data.totalCents)} a visit. See or end it: ${brand.site}/my`,
  }),
}
