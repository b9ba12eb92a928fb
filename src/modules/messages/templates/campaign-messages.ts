import { z } from 'zod'
import type { campaignPlaceholders } from '../../../lib/placeholders'
import { firstName } from '../../../words/formats'
import { fill, paragraphs } from './fill'
import { emailIn, personName, template, textIn } from './template'

type Person = Record<(typeof campaignPlaceholders)[number], string>

const longestText = 1_600

const personOf = ({ name, email }: { name: string; email: string }, business: string): Person => ({
  first_name: firstName(name),
  name,
  email,
  business,
})

/** HQ's words go out in the language they were written in; only the frame around them is in the reader's. */
export const campaignMessages = {
  campaign: template({
    data: z.object({
      subject: z.string().nullish(),
      text: z.string(),
      name: personName,
      email: z
        .string()
        .nullish()
        .transform((email) => email ?? ''),
    }),
    bulk: true,
    email: (data, brand) => {
      const person = personOf(data, brand.name)
      return {
        subject: data.subject?.trim()
          ? fill(data.subject, person)
          : emailIn(brand).words.campaignSubject(brand.name),
        blocks: paragraphs(data.text, person),
      }
    },
    sms: (data, brand) => {
      const stop = `\n${textIn(brand).words.stop}`
      const shown = `${brand.name}: ${fill(data.text, personOf(data, brand.name))}`
      return shown.slice(0, longestText - stop.length) + stop
    },
  }),
}
