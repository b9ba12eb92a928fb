import type { z } from 'zod'
import type { Brand, Draft } from './draft'

export interface Template<S extends z.ZodType = z.ZodType> {
  /** What has to be queued with it. Checked when it is sent, not when it is queued. */
  data: S
  email?(data: z.output<S>, brand: Brand): Draft
  sms?(data: z.output<S>, brand: Brand): string
  /** Its data is blanked once it is sent, and HQ does not see its text. */
  secret?: true
  /** May come with files. */
  files?: true
  /** Sent to many: opt-outs are left out, and every e-mail carries a way out. */
  bulk?: true
  /** After this many milliseconds nobody wants it any more. */
  usefulFor?: number
}

export const template = <S extends z.ZodType>(made: Template<S>): Template => made
