import { z } from 'zod'
import { requiredId } from '../../http/fields'
import { EarlierPhoto } from '../files'

const EarlierVisit = z.object({
  jobId: z.string(),
  at: z.iso.datetime(),
  type: z.string(),
  status: z.enum(['completed', 'no_show']),
  technician: z.string().nullable(),
  notes: z.array(z.string()).describe("The customer's and the office's, oldest first"),
  photos: z.array(EarlierPhoto),
})
export type EarlierVisit = z.infer<typeof EarlierVisit>

/** The place of a visit: how to get in, and what was done there before. */
export const WorkSite = z.object({
  gateCode: z.string().nullable(),
  pets: z.string().nullable(),
  visits: z.array(EarlierVisit).describe('The last visits at this address, the latest first'),
})
export type WorkSite = z.infer<typeof WorkSite>

export const EarlierPhotoParams = z.object({ id: requiredId(255), fileId: requiredId(255) })
