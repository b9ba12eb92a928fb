import { z } from 'zod'
import { emailOf, idOf, localDate, phone, queryNumber, textOf } from '../../http/fields'
import { pageQuery, sortQuery } from '../../http/listing'
import { languages } from '../../words/language'
import { normaliseEmail } from '../../lib/contact'
import { forbidden } from '../../lib/errors'

export const CustomerQuery = z.object({
  ...pageQuery,
  q: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe('Words of the name, email, phone number or address, or a whole id'),
  tag: z.string().min(1).max(40).optional().describe('Only customers with this tag'),
  franchiseId: idOf(100).optional().describe('Only customers with a job or a recurring job there'),
  ...sortQuery(['created', 'name', 'email', 'phone', 'status']),
  from: localDate.optional().describe('Customers since this day or later, in the company’s time zone'),
  to: localDate.optional().describe('Customers since this day or before'),
})
export type CustomerQuery = z.infer<typeof CustomerQuery>

export const Customer = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  language: z
    .enum(languages)
    .nullable()
    .describe('The language of their emails, texts and invoices; null is English'),
  address: z.string().nullable().describe('Known before a job says so, for example from an import'),
  notes: z.string().nullable().describe("HQ's notes about the customer"),
  preferredWorkerId: z
    .string()
    .nullable()
    .describe('The technician they ask for, sent by dispatch if the way isn’t much longer'),
  emailOptOut: z.boolean(),
  smsOptOut: z.boolean(),
  mergedInto: z.string().nullable(),
  erasedAt: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})
export type Customer = z.infer<typeof Customer>

export const Unreachable = z.object({
  channel: z.enum(['email', 'sms']),
  address: z.string(),
  reason: z.string().describe('What the provider or the recipient’s server said'),
  at: z.iso.datetime(),
})
export type Unreachable = z.infer<typeof Unreachable>

export const CustomerDetail = Customer.extend({
  unreachable: z
    .array(Unreachable)
    .describe('Addresses of the customer that don’t accept messages; nothing is sent there'),
})
export type CustomerDetail = z.infer<typeof CustomerDetail>

export const AlikeQuery = z.object({
  name: z.string().trim().max(200).optional(),
  email: z.string().trim().max(254).optional(),
  phone: z.string().trim().max(50).optional(),
  address: z.string().trim().max(500).optional(),
  franchiseId: idOf(100).optional(),
  limit: queryNumber(z.int().min(1).max(20)).default(5).meta({ default: 5, description: 'Customers' }),
})
export type AlikeQuery = z.infer<typeof AlikeQuery>

export const FoundCustomer = Customer.pick({ id: true, name: true, email: true, phone: true, address: true })
export type FoundCustomer = z.infer<typeof FoundCustomer>

export const Alikes = z.object({
  items: z.array(
    z.object({
      customer: FoundCustomer,
      because: z
        .enum(['email', 'phone', 'address', 'name', 'words'])
        .describe(
          'The same email or phone number, a similar name at the same address, a similar name, or only the words typed so far',
        ),
    }),
  ),
})
export type Alikes = z.infer<typeof Alikes>
export type AlikeReason = Alikes['items'][number]['because']

export const RetryAddress = z.object({ channel: Unreachable.shape.channel })

export const CustomerChange = z
  .object({
    name: textOf(200),
    email: emailOf(254).nullable(),
    phone: phone.nullable(),
    language: z.enum(languages).nullable(),
    address: textOf(500).nullable(),
    notes: textOf(4_000).nullable(),
    preferredWorkerId: idOf(100).nullable(),
    emailOptOut: z.boolean(),
    smsOptOut: z.boolean(),
  })
  .partial()
export type CustomerChange = z.infer<typeof CustomerChange>

const ownEmail = emailOf(254).optional().describe('Must be the verified address')

/** Every field in which a request may name an address. */
export const namedEmails = { email: ownEmail, customerEmail: ownEmail }
export const NamedEmails = z.object(namedEmails)
export type NamedEmails = z.infer<typeof NamedEmails>

/** A proof is valid for one address only. */
export function assertSameEmail(proven: string, ...named: NamedEmails[]): void {
  const addresses = named.flatMap(({ email, customerEmail }) => [email, customerEmail])
  for (const address of addresses)
    if (address !== undefined && normaliseEmail(address) !== proven)
      throw forbidden('You verified a different email address')
}
