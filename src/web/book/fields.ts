import { z } from 'zod'
import { isEmail } from '../../lib/contact'

export const steps = ['service', 'time', 'contact'] as const
export type Step = (typeof steps)[number]

/** Everything the form carries from step to step: what the visitor typed, as typed. */
export const fieldNames = [
  'address',
  'service',
  'length',
  'stories',
  'from',
  'slot',
  'name',
  'email',
  'phone',
  'notes',
  'pay',
  'promo',
  'seen',
  'key',
] as const
type FieldName = (typeof fieldNames)[number]
export type Fields = Record<FieldName, string>

/** What is wrong, by field. */
export type Faults = Partial<Record<FieldName, string>>

/** Which step asks for which field; `from`, `seen` (the code whose total was shown) and `key` are nobody's. */
export const stepFields: Record<Step, FieldName[]> = {
  service: ['address', 'service', 'length', 'stories'],
  time: ['slot'],
  contact: ['name', 'email', 'phone', 'notes', 'promo', 'pay'],
}

export function fieldsOf(form: URLSearchParams): Fields {
  const given = fieldNames.map((name): [FieldName, string] => [name, (form.get(name) ?? '').trim()])
  return Object.fromEntries(given) as Fields
}

/** Where a button of the form leads: a step, and for times the first day to show, as in `time:2026-03-10`. */
export function goalOf(text: string | null): { step: Step; from: string | null } {
  const [name, from = null] = (text ?? '').split(':')
  return { step: steps.find((step) => step === name) ?? 'service', from }
}

const positive = z.union([z.literal(''), z.coerce.number().positive().max(10_000)])

export function sizeFaults({ length, stories }: Fields): Faults {
  const faults: Faults = {}
  if (!positive.safeParse(length).success) faults.length = 'A number of feet, or nothing.'
  if (!positive.safeParse(stories).success) faults.stories = 'A number, or nothing.'
  return faults
}

export function contactFaults({ name, email, phone, notes }: Fields): Faults {
  const faults: Faults = {}
  if (name === '' || name.length > 200) faults.name = 'Tell us your name.'
  if (email.length > 200 || !isEmail(email)) faults.email = 'An email address, such as you@example.com.'
  if (phone !== '' && !isPhone(phone)) faults.phone = 'A phone number, such as 303-555-0142.'
  if (notes.length > 1000) faults.notes = 'At most 1000 characters.'
  return faults
}

const isPhone = (phone: string): boolean => /^\+?[\d\s().-]{5,50}$/.test(phone) && /\d{3}/.test(phone)

/** The interface takes digits, spaces and dashes; people also write brackets, dots and a plus. */
export const plainPhone = (phone: string): string => phone.replaceAll(/[^\d-]+/g, ' ').trim()
