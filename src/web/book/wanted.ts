import type { Deps } from '../../deps'
import { localDate } from '../../http/fields'
import { keyedHash } from '../../lib/secret'
import { readHold, type AreaAnswer, type OfferedService, type TimesWanted } from '../../modules/scheduling'
import { bookWords } from '../../words/book'
import { formatsFor } from '../../words/formats'
import type { Language } from '../../words/language'
import type { Fields } from './fields'
import { numberOrNone } from './price'

interface Choices {
  fields: Fields
  service: OfferedService
  addOns: string[]
  area: AreaAnswer | null
}

/** The question about available times. */
export function wantedOf(deps: Deps, { fields, service, addOns, area }: Choices): TimesWanted {
  return {
    address: fields.address,
    service: service.label,
    gutterLength: numberOrNone(fields.length),
    stories: numberOrNone(fields.stories),
    addOns,
    byQuote: service.byQuote,
    from: localDate.safeParse(fields.from).success ? fields.from : null,
    franchise: area?.franchise ?? null,
    visitor: holderOf(deps, fields),
  }
}

/** A hash that stands for the visitor with this form; undefined if the form has no key. */
export const holderOf = ({ secrets }: Deps, { key }: Fields): string | undefined =>
  key === '' ? undefined : keyedHash(secrets.linkSecret, 'window hold', key)

/** Says that someone else has the chosen time, and until when it was held. */
export async function takenText(
  deps: Deps,
  language: Language,
  fields: Fields,
  area: AreaAnswer | null,
): Promise<string> {
  const words = bookWords(language).faults
  const holder = holderOf(deps, fields)
  const hold = holder === undefined ? undefined : await readHold(deps.store.read, holder)
  if (!hold || `${hold.preferredDate}|${hold.preferredTime}` !== fields.slot) return words.slotTaken
  return words.holdOver(formatsFor(language).time(hold.endsAt, timeZoneOf(deps, area)))
}

/** Where the visit will be. */
export const timeZoneOf = ({ settings }: Deps, area: AreaAnswer | null): string =>
  area?.franchise?.timeZone ?? settings.business.timeZone
