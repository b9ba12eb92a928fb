import { z } from 'zod'
import { fileKinds } from '../../../db/schema/files'
import { boundedText, idOf, queryNumber, requiredId, textOf } from '../../http/fields'
import { pageQuery } from '../../http/listing'
import { maxBytes } from './uploads'

const sha256 = boundedText(64)
  .regex(/^[\da-f]{64}$/, 'must be a SHA-256 hash in lower-case hex')
  .meta({ examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'] })

const kind = z.enum(fileKinds)

export const JobFile = z.object({
  id: z.string(),
  jobId: z.string(),
  kind,
  name: z.string(),
  type: z.enum(['image/jpeg', 'image/png', 'image/webp', 'application/pdf']),
  bytes: z.number(),
  width: z.number().nullable().describe('Null for a document'),
  height: z.number().nullable(),
  hasThumbnail: z.boolean(),
  shownToCustomer: z.boolean(),
  author: z.string().describe('The person who added it'),
  createdAt: z.iso.datetime(),
})
export type JobFile = z.infer<typeof JobFile>

export const JobFiles = z.object({ files: z.array(JobFile) })

/** A file on the customer's page, with the visit it belongs to. */
export const CustomerFile = JobFile.extend({
  jobType: z.string(),
  visitAt: z.iso.datetime().nullable().describe('Null if the job has no time yet'),
  franchiseId: z.string().nullable(),
})
export type CustomerFile = z.infer<typeof CustomerFile>

export const CustomerFileListQuery = z.object({ ...pageQuery, franchiseId: idOf(100).optional() })
export type CustomerFileListQuery = z.infer<typeof CustomerFileListQuery>

/** A photo of an earlier visit, as the technician of the next one sees it. */
export const EarlierPhoto = JobFile.pick({
  id: true,
  jobId: true,
  kind: true,
  name: true,
  type: true,
  hasThumbnail: true,
})
export type EarlierPhoto = z.infer<typeof EarlierPhoto>

/** A file as the customer sees it. */
export const OwnFile = JobFile.pick({
  id: true,
  jobId: true,
  kind: true,
  name: true,
  type: true,
  width: true,
  height: true,
  hasThumbnail: true,
  createdAt: true,
})
export type OwnFile = z.infer<typeof OwnFile>

export const OwnFiles = z.object({ files: z.array(OwnFile) })

export const UploadParams = z.object({ id: requiredId(255), hash: sha256 })

export const UploadQuery = z.object({
  offset: queryNumber(z.int().min(0).max(maxBytes))
    .default(0)
    .meta({ default: 0, description: 'Where in the file this part begins; 0 starts over' }),
})

export const PartReceived = z.object({ received: z.number().describe('Bytes that have arrived so far') })

export const UploadState = PartReceived.extend({
  added: z.boolean().describe('Whether the job already has this file, so that nothing needs to be sent'),
})
export type UploadState = z.infer<typeof UploadState>

export const FileInput = z.object({
  hash: sha256.describe('Of the uploaded file'),
  name: textOf(200),
  kind: kind.default('photo'),
  thumbnailHash: sha256
    .nullable()
    .default(null)
    .describe('Of a small picture of it, uploaded in the same way'),
})
export type FileInput = z.infer<typeof FileInput>

export const FileChange = z.object({
  kind: kind.optional(),
  shownToCustomer: z.boolean().optional(),
  deleted: z.boolean().optional().describe('False restores it, for a day'),
})
export type FileChange = z.infer<typeof FileChange>
