import { z } from 'zod'
import { isEmail } from '../../lib/contact'
import type { OfferedService } from '../../modules/scheduling'
import type { BookWords } from '../../words/book'
import { joinedAddress, partNames, splitAddress } from './address-parts'

export const steps = ['service', 'time', 'contact'] as const
export type Step = (typeof steps)[number]

/** The visitor's input, as typed: the form carries it from step to step. */
export const fieldNames = [
  'address',
  ...partNames,
  'sure',
  'service',
  'length',
  'stories',
  'windows',
  'extras',
  'from',
  'slot',
  'name',
  'email',
  'phone',
  'notes',
  'pay',
  'promo',
  'key',
] as const
type FieldName = (typeof fieldNames)[number]
export type Fields = Record<FieldName, string>

/** Error texts by field. */
export type Faults = Partial<Record<FieldName, string>>

/** The fields of each step; `from` and `key` belong to none. */
export const stepFields: Record<Step, FieldName[]> = {
  service: ['address', ...partNames, 'sure', 'service', 'length', 'stories', 'windows', 'extras'],
  time: ['slot'],
  contact: ['name', 'email', 'phone', 'notes', 'promo', 'pay'],
}

/** The address comes in parts, or in one line from a link: `/book?address=…`. */
export function fieldsOf(form: URLSearchParams): Fields {
  const given = fieldNames.map((name): [FieldName, string] => [name, (form.get(name) ?? '').trim()])
  const fields = Object.fromEntries(given) as Fields
  // Check boxes on the first step, one field after it.
  const extras = [fields.extras, ...form.getAll('extra')].filter((extra) => extra !== '').join(',')
  const joined = joinedAddress(fields)
  const address = joined === '' ? fields.address : joined
  const parts = joined === '' ? splitAddress(address) : {}
  // The box says that one address is right, not the next one typed.
  const sure = fields.sure === address ? fields.sure : ''
  return { ...fields, ...parts, address, sure, extras }
}

/** Where a button of the form leads: a step, and for times the first day to show, as in `time:2026-03-10`. */
export function goalOf(text: string | null): { step: Step; from: string | null } {
  const [name, from = null] = (text ?? '').split(':')
  return { step: steps.find((step) => step === name) ?? 'service', from }
}

const positive = z.union([z.literal(''), z.coerce.number().positive().max(10_000)])

type FaultWords = BookWords['faults']

const count = z.union([z.literal(''), z.coerce.number().int().min(0).max(1_000)])

/** Everything the price depends on has to be known. */
export function sizeFaults(
  words: FaultWords,
  { length, stories, windows }: Fields,
  service: OfferedService | null,
): Faults {
  const faults: Faults = {}
  const needs = (price: 'footPrice' | 'storyPrice' | 'windowPrice') =>
    service !== null && service.price !== null && service[price] > 0
  if (!positive.safeParse(length).success) faults.length = words.length
  else if (length === '' && needs('footPrice')) faults.length = words.lengthNeeded
  if (!positive.safeParse(stories).success) faults.stories = words.stories
  else if (stories === '' && needs('storyPrice')) faults.stories = words.storiesNeeded
  if (!count.safeParse(windows).success) faults.windows = words.windows
  else if (windows === '' && needs('windowPrice')) faults.windows = words.windowsNeeded
  return faults
}

export function contactFaults(words: FaultWords, { name, email, phone, notes }: Fields): Faults {
  const faults: Faults = {}
  if (name === '' || name.length > 200) faults.name = words.name
  if (email.length > 200 || !isEmail(email)) faults.email = words.email
  if (phone !== '' && !isPhone(phone)) faults.phone = words.phone
  if (notes.length > 1000) faults.notes = words.notes
  return faults
}

const isPhone = (phone: string): boolean => /^\+?[\d\s().-]{5,50}$/.test(phone) && /\d{3}/.test(phone)

/** The API takes digits, spaces and dashes; people also write parentheses, dots and a plus. */
export const plainPhone = (phone: string): string => phone.replaceAll(/[^\d-]+/g, ' ').trim()
