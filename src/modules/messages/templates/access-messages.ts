import { z } from 'zod'
import { day, hour, minute } from '../../../lib/clock'
import { greeting } from './parts'
import { button, code, emailIn, ours, oursOrNone, template, text, textIn, webLink, zone } from './template'

export const verificationMessages = {
  'verify-code': template({
    data: z.object({ code: z.string().regex(/^\d{6}$/) }),
    secret: true,
    usefulFor: 10 * minute,
    email: (data, brand) => {
      const { verifyCode } = emailIn(brand).words
      return {
        subject: verifyCode.subject(brand.name),
        preview: verifyCode.preview,
        headline: verifyCode.headline,
        blocks: [text(verifyCode.text), code(data.code), text(verifyCode.ignore)],
      }
    },
    sms: (data, brand) => textIn(brand).words.verifyCode(data.code, brand.name),
  }),
}

/** For the people who run the business. */
export const staffMessages = {
  'staff-code': template({
    data: z.object({ code: z.string().regex(/^\d{6}$/) }),
    secret: true,
    english: true,
    usefulFor: 10 * minute,
    email: (data, brand) => ({
      subject: `Your sign-in code for ${brand.name}`,
      preview: 'It expires in 10 minutes.',
      headline: 'Your sign-in code',
      blocks: [
        text('Enter this code to sign in to the console. It works once and expires in 10 minutes.'),
        code(data.code),
        text('Didn’t ask for a code? You can ignore this email. Never give the code to anyone.'),
      ],
    }),
  }),

  'staff-invitation': template({
    data: z.object({ name: ours, invitedBy: oursOrNone, link: webLink }),
    secret: true,
    english: true,
    // The code in the link expires then.
    usefulFor: 7 * day,
    email: (data, brand) => ({
      subject: `You’re invited to ${brand.name}`,
      preview: 'Open the link to sign in.',
      headline: `Join ${brand.name}`,
      blocks: [
        greeting(data.name, brand),
        text(
          data.invitedBy === null
            ? `You’re invited to the console of ${brand.name}.`
            : `${data.invitedBy} invited you to the console of ${brand.name}.`,
        ),
        button('Open the console', data.link),
        text(
          'The link works once, within 7 days. After that, sign in with your email address: we’ll send you a code each time.',
        ),
      ],
    }),
  }),
}

export const workMessages = {
  'work-link': template({
    data: z.object({ name: ours, link: webLink, until: z.number().int().nullable(), timeZone: zone }),
    secret: true,
    // The code in the link expires then.
    usefulFor: hour,
    email: (data, brand) => {
      const { words, formats } = emailIn(brand)
      const { until, timeZone } = data
      const end = until === null ? null : `${formats.day(until, timeZone)}, ${formats.time(until, timeZone)}`
      return {
        subject: words.workLink.subject,
        preview: words.workLink.preview,
        headline: words.workLink.headline,
        blocks: [
          greeting(data.name, brand),
          text(words.workLink.text(end)),
          button(words.buttons.openVisits, data.link),
          text(words.workLink.keep),
        ],
      }
    },
    sms: (data, brand) => textIn(brand).words.workLink(brand.name, data.link),
  }),

  'work-visit': template({
    data: z.object({
      kind: z.enum(['new', 'moved', 'canceled']),
      start: z.number().int(),
      timeZone: zone,
      url: webLink,
    }),
    // The visit has begun by then, or the technician has seen it.
    usefulFor: 12 * hour,
    email: (data, brand) => {
      const { words, formats } = emailIn(brand)
      const when = `${formats.day(data.start, data.timeZone)}, ${formats.time(data.start, data.timeZone)}`
      const { [data.kind]: news } = words.workVisit
      return {
        subject: news.subject(when),
        preview: when,
        headline: news.headline,
        blocks: [text(news.text(when)), button(words.buttons.openVisits, data.url)],
      }
    },
    sms: (data, brand) => {
      const { words, formats } = textIn(brand)
      const when = `${formats.day(data.start, data.timeZone)}, ${formats.time(data.start, data.timeZone)}`
      return `${words.workVisit[data.kind](brand.name, when)} ${data.url}`
    },
  }),
}
