import { z } from 'zod'
import { textOf } from '../../http/fields'
import { metadata } from '../../http/metadata'

export const ErrorInput = z.object({
  message: textOf(500),
  stack: z.string().max(5000).optional(),
  page: z.string().max(500).optional(),
  userAgent: z.string().max(500).optional(),
  metadata: metadata.optional(),
})
export type ErrorInput = z.infer<typeof ErrorInput>

export const ErrorStored = z.object({ ok: z.literal(true), stored: z.literal(true) })

export const ClientError = z.object({
  id: z.int(),
  message: z.string(),
  stack: z.string().nullable(),
  page: z.string().nullable(),
  userAgent: z.string().nullable(),
  metadata: z.record(z.string(), z.unknown()).nullable(),
  at: z.iso.datetime(),
})
export type ClientError = z.infer<typeof ClientError>

export const ErrorGroup = z.object({
  message: z.string().describe('Without what differs from one occurrence to the next'),
  count: z.int(),
  firstSeen: z.iso.datetime(),
  lastSeen: z.iso.datetime(),
})

export const ErrorList = z.object({
  errors: z.array(ClientError).describe('The latest 100, newest first'),
  grouped: z.array(ErrorGroup).describe('At most 200, the latest seen first'),
  total: z.int().describe('All that are kept: 30 days, 50,000 at the most'),
})
export type ErrorList = z.infer<typeof ErrorList>
