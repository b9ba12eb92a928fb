import { z } from 'zod'
import { paragraphs } from './fill'
import { emailIn, template } from './template'

/** Written by hand to one customer, in the language the office chose to write in. */
export const replyMessages = {
  reply: template({
    data: z.object({ subject: z.string().nullish(), text: z.string() }),
    email: (data, brand) => ({
      subject: data.subject?.trim() || emailIn(brand).words.replySubject(brand.name),
      blocks: paragraphs(data.text, {}),
    }),
    sms: (data) => data.text,
  }),
}
