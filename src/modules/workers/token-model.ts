import { z } from 'zod'
import { pageQuery } from '../../http/listing'

export const TokenInput = z
  .object({
    hours: z.int().min(1).max(168).default(14).describe('How long it is good for'),
    sendBy: z
      .enum(['sms', 'email'])
      .optional()
      .describe("Sends the link to the worker's own number or address as well"),
  })
  // All fields are optional, so no body at all asks for a token too.
  .prefault({})
export type TokenInput = z.infer<typeof TokenInput>

export const TokenQuery = z.object(pageQuery)

export const WorkerToken = z.object({
  id: z.string(),
  workerId: z.string(),
  issuedAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  revokedAt: z.iso.datetime().nullable(),
  usable: z.boolean(),
})
export type WorkerToken = z.infer<typeof WorkerToken>

export const GivenToken = WorkerToken.extend({
  token: z.string().describe('Shown this once'),
  link: z.url().describe("Opens the worker's page on a phone"),
  sentTo: z.string().optional().describe('Where the link goes, when it was to be sent'),
})
export type GivenToken = z.infer<typeof GivenToken>

export const Revoked = z.object({ revoked: z.int().describe('How many tokens stopped working') })
