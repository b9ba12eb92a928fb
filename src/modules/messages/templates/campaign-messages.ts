import { z } from 'zod'
import { firstName } from '../../../words/formats'
import { emailIn, personName, template, text, textIn, type Block, type Run } from './template'

/** The values that HQ's text can name in braces. */
export interface Person {
  first_name: string
  name: string
  email: string
  business: string
}

/** Every placeholder HQ can use. */
export const placeholders: readonly (keyof Person)[] = ['first_name', 'name', 'business', 'email']

const placeholder = /\{(first_name|name|business|email)\}/g
const placeholderOrLink = /\{(first_name|name|business|email)\}|https?:\/\/[^\s{}<>"']+/g
const longestText = 1_600

/** Words in braces that no value exists for, such as the `{frist_name}` of a typing error. */
export function unknownPlaceholders(pattern: string): string[] {
  const found = [...pattern.matchAll(/\{[^{}\r\n]{0,60}\}/g)].map(([shown]) => shown)
  return [...new Set(found)].filter((shown) => !placeholders.some((known) => shown === `{${known}}`))
}

/** Filled in one pass: a value is never searched again, so a name of `{email}` stays a name. */
export function fill(pattern: string, person: Person): string {
  return pattern.replaceAll(placeholder, (_, key: keyof Person) => person[key])
}

/** HQ's links become links; nothing that came in with a value does. */
function runsOf(pattern: string, person: Person): Run[] {
  const runs: Run[] = []
  let done = 0
  for (const found of pattern.matchAll(placeholderOrLink)) {
    runs.push(pattern.slice(done, found.index))
    const key = found[1] as keyof Person | undefined
    // A full stop behind a link ends the sentence, not the address.
    const shown = key === undefined ? found[0].replace(/(?<![.,;:!?)])[.,;:!?)]+$/, '') : found[0]
    runs.push(key === undefined ? { url: shown } : person[key])
    done = found.index + shown.length
  }
  return [...runs, pattern.slice(done)].filter((run) => run !== '')
}

function paragraphs(pattern: string, person: Person): Block[] {
  return pattern
    .split(/\r?\n[ \t]*\r?\n/)
    .filter((part) => part.trim() !== '')
    .map((part) => text(...runsOf(part.trim(), person)))
}

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
