import { z } from 'zod'
import { importKinds, importStates } from '../../../../db/schema/accounts'
import { textOf } from '../../../http/fields'
import { pageQuery } from '../../../http/listing'
import { fieldNames } from './fields'

const count = z.number().int().nonnegative()

export const ImportUpload = z.object({
  kind: z.enum(importKinds).describe('What the file lists'),
  fileName: textOf(200).default('file.csv'),
})
export type ImportUpload = z.infer<typeof ImportUpload>

export const ImportQuery = z.object({ ...pageQuery })

export const ImportChange = z
  .object({
    columns: z
      .array(z.enum(fieldNames).nullable())
      .max(300)
      .describe('The field that each column fills, in the order of the columns; null leaves a column out'),
    duplicates: z
      .enum(['merge', 'skip'])
      .describe('Fill in what is missing about customers we know, or leave them alone'),
    faulty: z.enum(['stop', 'skip']).describe('Refuse a file with errors, or leave those rows out'),
  })
  .partial()
export type ImportChange = z.infer<typeof ImportChange>

export const ImportFault = z.object({
  level: z.enum(['error', 'warning']),
  text: z.string(),
})

export const ImportFindings = z.object({
  good: count.describe('Rows without an error'),
  errors: count.describe("Rows that can't be imported"),
  warnings: count,
  known: count.describe('Rows about customers or jobs we have'),
  repeated: count.describe('Rows about the customer or job of an earlier row'),
  merged: count.describe('Of these, rows that fill in something; the others are skipped'),
  history: count.describe('Jobs in the past'),
  upcoming: count.describe('Jobs ahead of us'),
  faults: z.array(ImportFault.extend({ count })),
  examples: z.array(count).describe('The first rows with a fault'),
  duplicates: z.array(count).describe('The first rows about customers or jobs we have, or of earlier rows'),
  mergedRows: z.array(count).describe('Of these, rows that fill in something'),
})

export const Import = z.object({
  id: z.string(),
  kind: z.enum(importKinds),
  state: z
    .enum(importStates)
    .describe('`ready` waits for you to run it; `failed` means that everything was taken back'),
  fileName: z.string(),
  origin: z.enum(['jobber', 'housecall-pro', 'vcard', 'other']),
  columns: z.array(z.object({ name: z.string(), field: z.string().nullable() })),
  fields: z.array(
    z.object({
      name: z.string(),
      label: z.string(),
      several: z.boolean().describe('Several columns can fill it together'),
    }),
  ),
  duplicates: z.enum(['merge', 'skip']),
  faulty: z.enum(['stop', 'skip']),
  rows: count,
  progress: z.number().min(0).max(1).describe('How much of the current step is done'),
  findings: ImportFindings.nullable().describe('Null until the file is checked'),
  counts: z.record(z.string(), count),
  failure: z.string().nullable(),
  canUndo: z.boolean(),
  createdBy: z.string(),
  createdAt: z.iso.datetime(),
  startedAt: z.iso.datetime().nullable(),
  finishedAt: z.iso.datetime().nullable(),
})
export type Import = z.infer<typeof Import>

export const PreviewRow = z.object({
  line: count.describe('Counted from 1, without the header'),
  name: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  address: z.string().nullable(),
  notes: z.string().nullable(),
  job: z
    .object({
      service: z.string(),
      status: z.string(),
      start: z.string().nullable().describe('A moment, or a date without a time'),
      total: z.number(),
      isPaid: z.boolean(),
      paid: z.number().describe('Paid before the import'),
    })
    .nullable(),
  isDuplicate: z.boolean().describe('About a customer or job we have, or of an earlier row'),
  fillsIn: z.boolean().describe('A duplicate that fills in something; the others are skipped'),
  faults: z.array(ImportFault),
})
export type PreviewRow = z.infer<typeof PreviewRow>

export const ImportPreview = z.object({
  samples: z.array(z.string()).describe('A value of each column, in the order of the columns'),
  rows: z.array(PreviewRow),
})
export type ImportPreview = z.infer<typeof ImportPreview>
export const DiscardedImport = z.object({ discarded: z.literal(true) })
