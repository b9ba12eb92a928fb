import { z } from 'zod'
import { staffRoles } from '../../../db/schema/staff'
import { moment, requiredId, textOf } from '../../http/fields'
import { pageQuery } from '../../http/listing'

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
  expiresAt: z.iso.datetime(),
})
export type SignedIn = z.infer<typeof SignedIn>
