import { staffMessages, verificationMessages, workMessages } from './access-messages'
import { campaignMessages } from './campaign-messages'
import { jobMessages } from './job-messages'
import { moneyMessages } from './money-messages'
import { onboardingMessages } from './onboarding-messages'
import { opsMessages } from './ops-messages'
import { planMessages } from './plan-messages'
import { replyMessages } from './reply-messages'
import type { MessageTemplate } from './template'
import { visitMessages } from './visit-messages'

/**
 * Every message there is, with the `data` to queue: amounts in cents, moments in milliseconds, and `?` where it may
 * be left out or null. Customers' words go in unchanged and are cleaned when the message is rendered. `prices` is
 * `priceCents, discountCents, creditCents, taxCents, taxBasisPoints, totalCents, promoCode?`.
 *
 * | template | data |
 * |---|---|
 * | `verify-code` | `code` (six digits; blanked once sent) |
 * | `staff-code` | `code` (six digits; blanked once sent); email only |
 * | `staff-invitation` | `name, invitedBy, link` (blanked once sent); email only |
 * | `work-link` | `name, link, until, timeZone` (blanked once sent) |
 * | `work-visit` | `kind, start, timeZone, url` |
 * | `booked` | `name, type, address?, preferredDate?, preferredTime?, total, prices?` |
 * | `scheduled` | `name, type, address?, start, end, timeZone, workerName?, moved?, kept?, formerWorkerName?, hoursFollow?, preferredDate?, preferredTime?, prices?` |
 * | `reminder` | `name, type, address?, start, end, timeZone, workerName?, preferredDate?, preferredTime?, prices?, confirmed?` |
 * | `on-the-way` | `name, type, address?, workerName?` |
 * | `new-time` | `name, type, address?, offeredDate?, offeredWindow?` |
 * | `unscheduled`, `missed` | `name, type, address?` |
 * | `completed` | `name, type, address?, total?, prices?, invoiced?` |
 * | `cancelled` | `name, type?, refundCents?`; `type` only where it is a label of the catalog |
 * | `receipt` | `name, type, amountCents, paymentId?, paidAt?, prices?` |
 * | `repriced` | `name, type, beforeCents, totalCents` |
 * | `refunded` | `name, type, refundCents` |
 * | `invoice` | `name, number, totalCents, dueDate?, url?, lines? [{label, amountCents}], paid?` and files |
 * | `charge-failed` | `name, type, amountCents, nextTry?, timeZone?, url?, cardUrl?` |
 * | `card-request` | `name, url` |
 * | `card-saved` | `name, brand, last4, expMonth, expYear` |
 * | `plan` | `planId?, name, type, address?, totalCents, taxCents, intervalMonths, intervalWeeks?, nextDate?, changed?, stage?, url?` |
 * | `onboarding-welcome`, `-setup`, `-first-job` | `name?, franchise`; email only |
 * | `follow-up` | `name, type` |
 * | `campaign` | `name, email?`; subject and text come from the campaign's own row |
 * | `reply` | `subject?, text, by` (`by` is who wrote it) |
 * | `ops-handoff`, `-deploy`, `-error`, `-revenue` | anything; `title` and `url` are shown as such |
 * | `ops-alert` | `kind, title, action, since, endedAt?, timeZone, url` |
 * | `test` | nothing |
 */
export const messageTemplates: Readonly<Record<string, MessageTemplate>> = {
  ...verificationMessages,
  ...staffMessages,
  ...workMessages,
  ...jobMessages,
  ...visitMessages,
  ...moneyMessages,
  ...planMessages,
  ...onboardingMessages,
  ...campaignMessages,
  ...replyMessages,
  ...opsMessages,
}

/** By own name only: `constructor` is not a template. */
export function templateNamed(name: string): MessageTemplate | undefined {
  return Object.hasOwn(messageTemplates, name) ? messageTemplates[name] : undefined
}
