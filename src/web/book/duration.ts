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
