import { z } from 'zod'
import { keyRoles } from '../../../db/schema/staff'
import { moment, requiredId, textOf } from '../../http/fields'
import { pageQuery } from '../../http/listing'

export const KeyInput = z
  .object({
    name: textOf(100).describe('The program that uses the key'),
    role: z.enum(keyRoles).describe('The key can do what a person with this role can do'),
    franchiseId: requiredId(100)
      .nullable()
      .default(null)
      .describe('The only franchise the key reaches; for the role franchisee, and for no other'),
    expiresAt: moment.nullable().default(null).describe('Null if it works until it is revoked'),
  })
  .check(
    z.refine(({ role, franchiseId }) => role !== 'franchisee' || franchiseId !== null, {
      message: 'choose the franchise of this franchisee',
      path: ['franchiseId'],
    }),
    z.refine(({ role, franchiseId }) => role === 'franchisee' || franchiseId === null, {
      message: 'only the role franchisee is limited to a franchise',
      path: ['franchiseId'],
    }),
  )
export type KeyInput = z.infer<typeof KeyInput>

export const KeyQuery = z.object(pageQuery)

export const ApiKey = z.object({
  id: z.string(),
  name: z.string(),
  role: z.enum(keyRoles),
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
