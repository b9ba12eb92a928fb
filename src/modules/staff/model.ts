import { z } from 'zod'
import { signInMethods, staffRoles, viewedLists } from '../../../db/schema/staff'
import { boundedText, email, moment, requiredId, textOf } from '../../http/fields'
import { pageQuery } from '../../http/listing'
import { permissions } from '../../lib/permissions'

export const KeyInput = z
  .object({
    name: textOf(100).describe('The program that uses the key'),
    role: z.enum(staffRoles).describe('The key can do what a person with this role can do'),
    franchiseId: requiredId(100)
      .nullable()
      .default(null)
      .describe('The one franchise the key reaches. A franchisee needs one, and an owner has none'),
    expiresAt: moment.nullable().default(null).describe('Null if it works until it is revoked'),
  })
  .check(
    z.refine(({ role, franchiseId }) => role !== 'franchisee' || franchiseId !== null, {
      message: 'choose the franchise of this franchisee',
      path: ['franchiseId'],
    }),
    z.refine(({ role, franchiseId }) => role !== 'owner' || franchiseId === null, {
      message: 'an owner reaches all franchises',
      path: ['franchiseId'],
    }),
  )
export type KeyInput = z.infer<typeof KeyInput>

export const KeyQuery = z.object(pageQuery)

export const ApiKey = z.object({
  id: z.string(),
  name: z.string(),
  role: z.enum(staffRoles),
  franchiseId: z.string().nullable().describe('The only franchise the key reaches; null for all of them'),
  handle: z.string().describe('The beginning of the key, to recognize it by'),
  createdBy: z.string(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime().nullable(),
  lastUsedAt: z.iso.datetime().nullable().describe('To the hour'),
  revokedAt: z.iso.datetime().nullable(),
  usable: z.boolean(),
})
export type ApiKey = z.infer<typeof ApiKey>

export const CreatedKey = ApiKey.extend({ key: z.string().describe('Shown only once') })
export type CreatedKey = z.infer<typeof CreatedKey>

export const TokenQuery = z.object(pageQuery)

export const TokenText = z.object({ token: z.string().min(1).max(5_000) })

export const HqToken = z.object({
  id: z.string(),
  subject: z.string().describe('The person or program the token belongs to'),
  issuedAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  revokedAt: z.iso.datetime().nullable(),
  usable: z.boolean(),
})
export type HqToken = z.infer<typeof HqToken>

export const SignInInput = z.object({ code: z.string().min(1).max(100).describe('From a sign-in link') })

export const SignedIn = z.object({
  as: z.enum(['hq', 'worker']),
  token: z.string().describe('Shown only once'),
  expiresAt: z.iso.datetime().nullable().describe('Null on a phone that stays signed in until it is revoked'),
  renewal: z.string().optional().describe('Exchanged for the next token while the person stays signed in'),
})
export type SignedIn = z.infer<typeof SignedIn>

export const CodeRequest = z.object({ email })
export const CodeRequested = z.object({ requested: z.literal(true) })

export const CodeInput = z.object({ email, code: boundedText(6).regex(/^\d{6}$/, 'enter the six digits') })

export const RenewalInput = z.object({ renewal: z.string().min(1).max(100).describe('From signing in') })

export const SetupInput = z.object({
  code: z.string().min(1).max(100).describe('From the setup link'),
  name: textOf(100),
  email,
})
export type SetupInput = z.infer<typeof SetupInput>

export const SsoStarted = z.object({
  url: z.url().describe("The identity provider's sign-in page"),
  key: z.string().describe('Stays in the browser, which proves with it that it started the sign-in'),
})
export type SsoStarted = z.infer<typeof SsoStarted>

export const SsoInput = z.object({
  key: z.string().min(1).max(100).describe('From starting the sign-in'),
  code: z.string().min(1).max(5_000).describe('From the address the identity provider returned to'),
  state: z.string().min(1).max(200),
  iss: z.string().max(500).optional(),
})
export type SsoInput = z.infer<typeof SsoInput>

const franchiseId = requiredId(100).nullable().describe('The one franchise they reach; null for all')

export const StaffInput = z.object({
  email,
  name: textOf(100),
  role: z.enum(staffRoles),
  franchiseId: franchiseId.default(null),
})
export type StaffInput = z.infer<typeof StaffInput>

export const StaffChange = z
  .object({ name: textOf(100), role: z.enum(staffRoles), franchiseId })
  .partial()
  .refine((change) => Object.keys(change).length > 0, 'change at least one field')
export type StaffChange = z.infer<typeof StaffChange>

export const StaffQuery = z.object(pageQuery)

export const StaffMember = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  role: z.enum(staffRoles),
  franchiseId: z.string().nullable(),
  active: z.boolean(),
  invitedBy: z.string(),
  createdAt: z.iso.datetime(),
  lastSignInAt: z.iso.datetime().nullable(),
})
export type StaffMember = z.infer<typeof StaffMember>

export const InvitedStaff = StaffMember.extend({
  link: z.string().describe('Signs them in, once, within 7 days. Shown only once'),
})
export type InvitedStaff = z.infer<typeof InvitedStaff>

export const StaffSession = z.object({
  id: z.string(),
  method: z.enum(signInMethods),
  device: z.string(),
  network: z.string().describe('Never a full address'),
  createdAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime().describe('To the hour'),
  expiresAt: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
  active: z.boolean(),
})
export type StaffSession = z.infer<typeof StaffSession>

export const SessionsEnded = z.object({ ended: z.int().describe('How many browsers were signed out') })
export type SessionsEnded = z.infer<typeof SessionsEnded>

export const Session = z.object({
  as: z.enum(['staff', 'token', 'key']),
  id: z.string().nullable().describe('The person, if one signed in'),
  name: z.string(),
  email: z.string().nullable(),
  role: z.enum(staffRoles),
  permissions: z.array(z.enum(permissions)),
  franchiseId: z.string().nullable().describe('The one franchise they reach; null for all'),
  method: z.enum(signInMethods).nullable().describe('How the person signed in'),
})
export type Session = z.infer<typeof Session>

const SavedView = z.object({
  list: z.enum(viewedLists),
  name: textOf(60),
  query: z
    .string()
    .max(1000)
    .default('')
    .describe('The filters, order and columns, such as `status=pending&sort=customer`; a search is left out'),
})

export const SavedViewsInput = z.object({ views: z.array(SavedView).max(50) })
export type SavedViewsInput = z.infer<typeof SavedViewsInput>

export const SavedViews = z.object({
  stored: z.boolean().describe('False for tokens and API keys, which belong to nobody'),
  views: z.array(SavedView),
})
export type SavedViews = z.infer<typeof SavedViews>
