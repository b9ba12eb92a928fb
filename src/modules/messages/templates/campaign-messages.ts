import { z } from 'zod'
import { personName, text, template, type Block, type Run } from './template'

/** What stands for the recipient in HQ's text. */
export interface Person {
  name: string
  email: string
}

const placeholder = /\{(name|email)\}/g
const placeholderOrLink = /\{(name|email)\}|https?:\/\/[^\s{}<>"']+/g
const longestText = 1_600

/** In one pass: what a value holds is never looked at again, so a name of `{email}` stays a name. */
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
    email: (data, brand) => ({
      subject: fill(data.subject?.trim() ? data.subject : `News from ${brand.name}`, data),
      blocks: paragraphs(data.text, data),
    }),
    sms: (data, brand) => {
      const way = '\nReply STOP to opt out.'
      return `${brand.name}: ${fill(data.text, data)}`.slice(0, longestText - way.length) + way
    },
  }),
}
