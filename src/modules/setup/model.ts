import { z } from 'zod'
import { boundedText, email, money, phone, textOf, timeZone } from '../../http/fields'
import { toE164 } from '../../lib/contact'

/** People type it, and programs send it, because the demo company doesn't come back. */
export const confirmation = 'start for real'

const count = z.int().min(0)

/** The technician gets visits by text. */
const mobile = phone.refine((text) => toE164(text) !== null, 'enter the whole number, with its area code')

export const StartInput = z.object({
  name: textOf(100).describe('The business, as customers see it'),
  address: textOf(300).describe('Where the business is. It becomes the base on the map'),
  timeZone,
  service: z.object({
    name: textOf(200),
    price: money.describe('The list price in dollars'),
    minutes: z.int().min(1).max(1440).describe('How long a visit takes'),
  }),
  technician: z.object({ name: textOf(200), phone: mobile, email: email.nullable().default(null) }),
  ownerEmail: email.describe('Someone who can sign in with it becomes or stays an owner'),
  trials: z
    .enum(['keep', 'remove'])
    .optional()
    .describe(
      'What happens to jobs and customers that people entered next to the demo company, if there are any',
    ),
  confirm: textOf(50)
    .refine((text) => text.trim().toLowerCase() === confirmation, `type “${confirmation}”`)
    .meta({ examples: [confirmation] }),
})
export type StartInput = z.infer<typeof StartInput>

export const Started = z.object({
  franchiseId: z.string(),
  serviceId: z.string(),
  workerId: z.string(),
  removedJobs: count,
  ownerLink: z
    .string()
    .nullable()
    .describe(
      'Signs the owner in, once. Only this answer contains it; null for someone who has signed in before',
    ),
})
export type Started = z.infer<typeof Started>

export const PlaceQuery = z.object({ address: boundedText(300).min(1) })

export const SetupPlace = z.object({
  label: z.string().nullable().describe('The place we found, or null'),
  timeZone: z.string().nullable().describe('Guessed for places in the US'),
})
export type SetupPlace = z.infer<typeof SetupPlace>

export const ChecklistItem = z.object({
  id: z.string(),
  title: z.string(),
  state: z.enum(['done', 'demo', 'open']).describe('`demo` means that the service simulates it'),
  optional: z.boolean().describe('A business can do without it'),
  detail: z.string().describe('How it is now, and how to turn it on'),
  variables: z.array(z.string()).describe('The environment variables that turn it on'),
  page: z.string().nullable().describe('The console page where it is done'),
  docs: z.string().nullable().describe('The document that explains it'),
})
export type ChecklistItem = z.infer<typeof ChecklistItem>

export const SetupState = z.object({
  company: z
    .enum(['demo', 'empty', 'real'])
    .describe('The demo company, nothing yet, or a company of its own'),
  startedAt: z.iso.datetime().nullable().describe('When it started for real'),
  demo: z
    .object({
      jobs: count,
      customers: count,
      franchises: count,
      technicians: count,
      services: count,
      invoices: count,
      payments: count,
      plans: count,
      promos: count,
    })
    .describe('What starting for real removes'),
  trials: z
    .object({ jobs: count, customers: count, recurring: count })
    .describe('What people entered next to the demo company, which may have been tests'),
  kept: z
    .object({
      staff: count,
      franchises: count,
      technicians: count,
      services: count,
      imported: count,
      paidJobs: count,
    })
    .describe('What stays in any case'),
  checklist: z.array(ChecklistItem),
})
export type SetupState = z.infer<typeof SetupState>
