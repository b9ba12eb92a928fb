import { z } from 'zod'
import { day } from '../../../lib/clock'
import { button, text } from './draft'
import { template } from './template'
import { dayOf, timeOf, webLink, written, zone } from './words'

const ends = ({ until, timeZone }: { until: number; timeZone: string }) =>
  `${dayOf(until, timeZone)}, ${timeOf(until, timeZone)}`

export const workTemplates = {
  'work-link': template({
    data: z.object({ name: written, link: webLink, until: z.number().int(), timeZone: zone }),
    secret: true,
    usefulFor: day,
    email: (data) => ({
      subject: 'Your visits on your phone',
      preview: `The link is good until ${ends(data)}.`,
      blocks: [
        text(data.name === '' ? 'Hello,' : `Hello ${data.name},`),
        text(`Open this link on your phone to see your visits. It is good until ${ends(data)}.`),
        button('Open my visits', data.link),
        text('It is yours alone: whoever has it sees your visits. Do not pass it on.'),
      ],
    }),
    sms: (data, brand) =>
      `${brand.name}: your visits, good until ${ends(data)}. Do not pass it on. ${data.link}`,
  }),
}
