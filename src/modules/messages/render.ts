import { headerText } from '../../lib/mailbox'
import type { Channel } from './claim'
import type { Brand } from './templates/draft'
import { renderHtml } from './templates/layout'
import { renderText } from './templates/plain'
import { templateNamed } from './templates/registry'
import type { Template } from './templates/template'

export interface Rendered {
  subject: string | null
  html: string | null
  text: string
}

/** A message nobody can make sense of: an unknown template, or data that is not what it needs. */
export class Unrenderable extends Error {
  override name = 'Unrenderable'
}

const longestSubject = 200

/** The template and its data, looked at closely. */
export function checkMessage(
  name: string,
  channel: Channel,
  data: unknown,
): { template: Template; data: unknown } {
  const template = templateNamed(name)
  if (!template) throw new Unrenderable(`There is no template ${name}`)
  if (!template[channel]) throw new Unrenderable(`The template ${name} cannot be sent by ${channel}`)
  const checked = template.data.safeParse(data)
  if (checked.success) return { template, data: checked.data }
  const faults = checked.error.issues.map(({ path, message }) => `${path.join('.') || 'data'}: ${message}`)
  throw new Unrenderable(`The data does not fit the template ${name} (${faults.join('; ').slice(0, 200)})`)
}

export function renderMessage(
  { template, data }: { template: Template; data: unknown },
  channel: Channel,
  brand: Brand,
  unsubscribeUrl: string | null,
): Rendered {
  if (channel === 'sms') return { subject: null, html: null, text: template.sms!(data, brand) }
  const draft = template.email!(data, brand)
  const subject = headerText(draft.subject).slice(0, longestSubject)
  const titled = { ...draft, subject }
  return {
    subject,
    html: renderHtml(titled, brand, unsubscribeUrl),
    text: renderText(titled, brand, unsubscribeUrl),
  }
}
