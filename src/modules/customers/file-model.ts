import { z } from 'zod'
import { boundedText, idOf, required, textOf } from '../../http/fields'
import { pageQuery } from '../../http/listing'
import { oneLine } from '../../lib/text'

const franchiseId = idOf(100)
  .nullish()
  .describe('Whose it is. A franchise sees its own only, and HQ sees everything')

export const CustomerFileQuery = z.object({
  franchiseId: idOf(100).optional().describe('Only what belongs to this franchise'),
})
export const CustomerNoteQuery = z.object({ ...pageQuery, ...CustomerFileQuery.shape })
export type CustomerNoteQuery = z.infer<typeof CustomerNoteQuery>

export const CustomerNote = z.object({
  id: z.string(),
  customerId: z.string(),
  franchiseId: z.string().nullable().describe("Null for HQ's own"),
  author: z.string().describe('As timelines show it, for example `hq:dana`'),
  text: z.string(),
  pinned: z.boolean(),
  createdAt: z.iso.datetime(),
  editedAt: z.iso.datetime().nullable(),
  deletedAt: z.iso.datetime().nullable().describe('A deleted note can be restored for a day'),
})
export type CustomerNote = z.infer<typeof CustomerNote>

const noteText = textOf(4_000)

export const CustomerNoteInput = z.object({
  text: noteText,
  pinned: z.boolean().default(false),
  franchiseId,
})
export type CustomerNoteInput = z.infer<typeof CustomerNoteInput>

export const CustomerNoteChange = z
  .object({
    text: noteText,
    pinned: z.boolean(),
    deleted: z.boolean().describe('True deletes the note, and false restores it'),
  })
  .partial()
export type CustomerNoteChange = z.infer<typeof CustomerNoteChange>

const tag = boundedText(40)
  .overwrite((text) => oneLine(text).trim())
  .regex(/\S/, required)

export const CustomerTagChange = z.object({
  add: z.array(tag).max(20).default([]),
  remove: z.array(tag).max(20).default([]),
  franchiseId,
})
export type CustomerTagChange = z.infer<typeof CustomerTagChange>

export const CustomerTags = z.object({ tags: z.array(z.string()) })
export type CustomerTags = z.infer<typeof CustomerTags>

export const TagQuery = z.object({
  ...pageQuery,
  q: z.string().min(1).max(40).optional().describe('The start of a tag'),
  ...CustomerFileQuery.shape,
})
export type TagQuery = z.infer<typeof TagQuery>

export const UsedTag = z.object({
  tag: z.string(),
  customers: z.int().describe('How many customers have it'),
})
export type UsedTag = z.infer<typeof UsedTag>

export const SavedAddress = z.object({
  address: z.string(),
  label: z.string().nullable().describe('Such as Home or Rental'),
  gateCode: z.string().nullable().describe('How to get in; null for callers who may not change customers'),
  pets: z.string().nullable().describe('Animals a technician may meet'),
  jobs: z.int().describe('How many of the latest jobs were there'),
  lastUsedAt: z.iso.datetime().nullable().describe('When the latest job there was booked'),
})
export type SavedAddress = z.infer<typeof SavedAddress>

export const SavedAddresses = z.object({ addresses: z.array(SavedAddress) })
export type SavedAddresses = z.infer<typeof SavedAddresses>

const unchanged = 'Left out, it stays as it is'

export const AddressInput = z.object({
  address: textOf(500),
  label: textOf(60).nullish().describe(unchanged),
  gateCode: textOf(60).nullish().describe(unchanged),
  pets: textOf(200).nullish().describe(unchanged),
  franchiseId,
})
export type AddressInput = z.infer<typeof AddressInput>

export const AddressRemoval = z.object({ address: textOf(500), franchiseId })
export type AddressRemoval = z.infer<typeof AddressRemoval>
