import { z } from 'zod'
import { keyRoles } from '../../../db/schema/staff'
import { moment, textOf } from '../../http/fields'
import { pageQuery } from '../../http/listing'

export const KeyInput = z.object({
  name: textOf(100).describe('The program that uses the key'),
  role: z.enum(keyRoles).describe('The key can do what a person with this role can do'),
  expiresAt: moment.nullable().default(null).describe('Null if it works until it is revoked'),
})
export type KeyInput = z.infer<typeof KeyInput>

export const KeyQuery = z.object(pageQuery)

export const ApiKey = z.object({
  id: z.string(),
  name: z.string(),
  role: z.enum(keyRoles),
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
