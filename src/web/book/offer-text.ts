import { isPricedBySize } from '../../lib/price-rules'
import type { OfferedService } from '../../modules/scheduling'
import { bookWords } from '../../words/book'
import { formatsFor } from '../../words/formats'
import type { Language } from '../../words/language'

/** `About 1 hr`, or nothing where the length is unknown. */
export function durationOf(
  language: Language,
  { minutes, dependsOnSize }: OfferedService,
): string | undefined {
  if (minutes === null) return undefined
  const words = bookWords(language).service
  const duration = formatsFor(language).duration(minutes)
  return dependsOnSize ? words.from(duration) : words.about(duration)
}

/** The price as far as it is known before the details: `From $279.00`, or that there will be a quote. */
export function priceText(language: Language, service: OfferedService): string {
  const words = bookWords(language).service
  if (service.byQuote) return words.quote
  if (service.price === null) return words.onRequest
  const price = formatsFor(language).money(Math.round(service.price * 100))
  return isPricedBySize(service) ? words.fromPrice(price) : price
}
