import type { Check } from '../check'
import { database } from './database'
import { disk } from './disk'
import { errorTracking } from './error-tracking'
import { memory } from './memory'
import { provider } from './provider'
import { scheduler } from './scheduler'
import { webhookQueue } from './webhook-queue'

/** Everything that is looked at, by the name it has on the wire. */
export const checks = {
  database,
  payments: provider('payments'),
  email: provider('email'),
  sms: provider('sms'),
  webhookQueue,
  memory,
  errorTracking,
  codehost: provider('codehost'),
  hosting: provider('hosting'),
  scheduler,
  disk,
} satisfies Record<string, Check>

export type CheckName = keyof typeof checks
