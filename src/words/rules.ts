import { en } from './en/rules'
import { es } from './es/rules'
import { formatsFor } from './formats'
import type { Language } from './language'

export type RulesWords = typeof en

const catalogs: Record<Language, RulesWords> = { en, es }

export const rulesWords = (language: Language): RulesWords => catalogs[language]

/** A booking's policy at a moment. */
interface ShownPolicy {
  freeHours: number
  freeUntil: number | null
  isLate: boolean
  fee: { cents: number; percent: number | null } | null
}

/** The cancellation policy of a booking in one or two sentences. */
export function policyText(language: Language, policy: ShownPolicy, timeZone: string): string {
  const words = rulesWords(language)
  const fee = policy.fee && feeText(language, policy.fee)
  if (policy.isLate) return fee === null ? words.callNow : words.feeNow(fee)
  const after = fee === null ? words.callAfter : words.feeAfter(fee)
  return `${words.free(deadlineText(language, policy, timeZone))} ${after}`
}

/** A booking without a price has no amount yet. */
function feeText(language: Language, { cents, percent }: NonNullable<ShownPolicy['fee']>): string {
  const { money, percent: share } = formatsFor(language)
  return percent !== null && cents === 0 ? rulesWords(language).ofPrice(share(percent * 100)) : money(cents)
}

function deadlineText(language: Language, { freeUntil, freeHours }: ShownPolicy, timeZone: string): string {
  const words = rulesWords(language)
  const formats = formatsFor(language)
  if (freeUntil !== null) return words.at(formats.day(freeUntil, timeZone), formats.time(freeUntil, timeZone))
  if (freeHours === 0) return words.visitStarts
  const isDays = freeHours >= 48 && freeHours % 24 === 0
  const [count, forms] = isDays ? [freeHours / 24, words.days] : [freeHours, words.hours]
  return words.beforeVisit(`${count} ${formats.plural(count, forms)}`)
}
