import { z } from 'zod'
import { hour, minute } from '../../../lib/clock'
import { dayOf, timeOf } from '../../../lib/text'
import { code, text, template, button, ours, webLink, zone } from './template'

export const verificationMessages = {
  'verify-code': template({
    data: z.object({ code: z.string().regex(/^\d{6}$/) }),
    secret: true,
    usefulFor: 10 * minute,
    email: (data, brand) => ({
      subject: `Your code for ${brand.name}`,
      preview: 'It is valid for 10 minutes.',
      blocks: [
        text('Enter this code to confirm your e-mail address. It is valid for 10 minutes and works once.'),
        code(data.code),
        text('If you did not ask for it, you can ignore this message: nobody gets in without the code.'),
      ],
    }),
    sms: (data, brand) => `${data.code} is your code for ${brand.name}. It is valid for 10 minutes.`,
  }),
}

const ends = ({ until, timeZone }: { until: number; timeZone: string }) =>
  `${dayOf(until, timeZone)}, ${timeOf(until, timeZone)}`

export const workMessages = {
  'work-link': template({
    data: z.object({ name: ours, link: webLink, until: z.number().int(), timeZone: zone }),
    secret: true,
    // As long as the code in the link is good.
    usefulFor: hour,
    email: (data) => ({
      subject: 'Your visits on your phone',
      preview: 'Open the link on your phone within an hour.',
      blocks: [
        text(data.name === '' ? 'Hello,' : `Hello ${data.name},`),
        text(
          `Open this link on your phone within an hour. It works once; you then see your visits there until ${ends(data)}.`,
        ),
        button('Open my visits', data.link),
        text(
          "It's for you alone, so please don't pass it on. If it has expired, ask the office for a new one.",
        ),
      ],
    }),
    sms: (data, brand) =>
      `${brand.name}: open your visits on this phone within an hour. The link works once. Don't pass it on. ${data.link}`,
  }),
}
