import { z } from 'zod'
import { itemKinds, signatureWays } from '../../../db/schema/records'
import { boundedText, requiredId, textOf } from '../../http/fields'

const value = z
  .union([z.boolean(), z.number(), boundedText(2000)])
  .nullable()
  .describe('A yes or no, a number, a text or the hash of a photo; null takes the answer back')

const RecordItem = z.object({
  id: z.string(),
  label: z.string(),
  labelEs: z.string().nullish().describe('The label in Spanish, if there is one'),
  kind: z.enum(itemKinds),
  required: z.boolean(),
})

/** The checklist and signature of a visit, for its technician. */
export const WorkRecord = z.object({
  items: z.array(RecordItem),
  answers: z.array(z.object({ itemId: z.string(), value, answeredAt: z.iso.datetime() })),
  asksSignature: z.boolean(),
  signature: z.object({ signer: z.string(), signedAt: z.iso.datetime() }).nullable(),
})
export type WorkRecord = z.infer<typeof WorkRecord>

export const AnswersInput = z.object({
  answers: z
    .array(
      z.object({
        itemId: requiredId(100),
        label: textOf(200).describe('The label that the item had then, not its Spanish one'),
        kind: z.enum(itemKinds),
        value,
        answeredAt: z.iso.datetime(),
      }),
    )
    .min(1)
    .max(100),
})
export type AnswersInput = z.infer<typeof AnswersInput>

/** Enough for a long name, and small enough to keep with the job. */
const [mostStrokes, mostNumbers] = [100, 2000]

export const SignatureInput = z
  .object({
    id: requiredId(100).describe('Made by the phone: the same signature sent again is added once'),
    signer: textOf(200),
    way: z.enum(signatureWays),
    strokes: z
      .array(z.array(z.int().min(0).max(1000)).min(2).max(mostNumbers))
      .max(mostStrokes)
      .default([])
      .describe('The lines of a drawn signature, each as x, y, x, y … in a field of 1000 by 400'),
    statement: textOf(1000).describe('The sentence that was signed, as it was shown'),
    lines: z.array(boundedText(2300)).max(200).describe('The work and the answers that were shown with it'),
    signedAt: z.iso.datetime(),
  })
  .refine(({ way, strokes }) => way === 'typed' || strokes.length > 0, {
    path: ['strokes'],
    message: 'must have a line',
  })
export type SignatureInput = z.infer<typeof SignatureInput>

/** A job's record as the office sees it. */
export const JobRecord = z.object({
  items: z.array(
    RecordItem.extend({
      value,
      answeredAt: z.iso.datetime().nullable().describe('Null if nobody has answered it'),
      answeredBy: z.string().nullable(),
      photoId: z.string().nullable().describe('The photo that answers it, once it has arrived'),
    }),
  ),
  signature: z
    .object({
      signer: z.string(),
      way: z.enum(signatureWays),
      strokes: z.array(z.array(z.number())),
      statement: z.string(),
      lines: z.array(z.string()),
      signedHash: z.string().describe('SHA-256 of what was signed'),
      signedAt: z.iso.datetime(),
      takenBy: z.string(),
    })
    .nullable(),
})
export type JobRecord = z.infer<typeof JobRecord>
