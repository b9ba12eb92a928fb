import { z } from 'zod'
import type { Faults, Fields } from './fields'

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
  if (!z.email().max(200).safeParse(email).success)
    faults.email = 'An email address, such as you@example.com.'
  if (phone !== '' && !isPhone(phone)) faults.phone = 'A phone number, such as 303-555-0142.'
  if (notes.length > 1000) faults.notes = 'At most 1000 characters.'
  return faults
}

const isPhone = (phone: string): boolean => /^\+?[\d\s().-]{5,50}$/.test(phone) && /\d{3}/.test(phone)

/** The interface takes digits, spaces and dashes; people also write brackets, dots and a plus. */
export const plainPhone = (phone: string): string => phone.replaceAll(/[^\d-]+/g, ' ').trim()
