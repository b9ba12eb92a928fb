import { z } from 'zod'
import { hour, minute } from '../../../lib/clock'
import { greeting } from './parts'
import { button, code, emailIn, ours, template, text, textIn, webLink, zone } from './template'

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

export const workMessages = {
  'work-link': template({
    data: z.object({ name: ours, link: webLink, until: z.number().int(), timeZone: zone }),
    secret: true,
    // The code in the link expires then.
    usefulFor: hour,
    email: (data, brand) => {
      const { words, formats } = emailIn(brand)
      const until = `${formats.day(data.until, data.timeZone)}, ${formats.time(data.until, data.timeZone)}`
      return {
        subject: words.workLink.subject,
        preview: words.workLink.preview,
        headline: words.workLink.headline,
        blocks: [
          greeting(data.name, brand),
          text(words.workLink.text(until)),
          button(words.buttons.openVisits, data.link),
          text(words.workLink.keep),
        ],
      }
    },
    sms: (data, brand) => textIn(brand).words.workLink(brand.name, data.link),
  }),
}
