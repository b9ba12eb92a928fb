import { verificationMessages, workMessages } from './access-messages'
import { campaignMessages } from './campaign-messages'
import { jobMessages } from './job-messages'
import { moneyMessages, planMessages } from './money-messages'
import { onboardingMessages } from './onboarding-messages'
import { opsMessages } from './ops-messages'
import type { MessageTemplate } from './template'

/**
 * Every message there is. What to queue as `data` (amounts in cents, moments in milliseconds, `?` may
 * be left out or null); customers' words go in as they are and are cleaned when the message is rendered.
 *
 * | template | data |
 * |---|---|
 * | `verify-code` | `code` (six digits; blanked once sent) |
 * | `work-link` | `name, link, until, timeZone` (blanked once sent) |
 * | `booked` | `name, type, address?, preferredDate?, preferredTime?, total` |
 * | `scheduled` | `name, type, address?, start, end, timeZone, workerName?, moved?, kept?` |
 * | `on-the-way` | `name, type, address?, workerName?` |
 * | `unscheduled`, `missed` | `name, type, address?` |
 * | `completed` | `name, type, address?, total?, invoiced?` |
 * | `cancelled` | `name, type?, refundCents?`; `type` only where it is a label of the catalog |
 * | `receipt` | `name, type, amountCents` |
 * | `repriced` | `name, type, beforeCents, totalCents` |
 * | `refunded` | `name, type, refundCents` |
 * | `invoice` | `name, number, totalCents, dueDate?, url?, lines? [{label, amountCents}], paid?` and files |
 * | `charge-failed` | `name, type, amountCents, nextTry?, timeZone?, url?` |
 * | `plan` | `name, type, address?, totalCents, taxCents, intervalMonths, nextDate?, changed?` |
 * | `onboarding-welcome`, `-setup`, `-first-job` | `name?, franchise`; e-mail only |
 * | `follow-up` | `name, type` |
 * | `campaign` | `name, email?`; subject and text come from the campaign's own row |
 * | `ops-handoff`, `-deploy`, `-error`, `-revenue` | anything; `title` and `url` are shown as such |
 * | `test` | nothing |
 */
export const messageTemplates: Readonly<Record<string, MessageTemplate>> = {
  ...verificationMessages,
  ...workMessages,
  ...jobMessages,
  ...moneyMessages,
  ...planMessages,
  ...onboardingMessages,
  ...campaignMessages,
  ...opsMessages,
}

/** By own name only: `constructor` is not a template. */
export function templateNamed(name: string): MessageTemplate | undefined {
  return Object.hasOwn(messageTemplates, name) ? messageTemplates[name] : undefined
}
