import type { BookingRules } from '../../../db/schema/jobs'
import type { Deps } from '../../deps'
import { amountsOf, promoOffer, type Amounts } from '../../modules/catalog'
import { isOnMap } from '../../modules/geo'
import type { Job } from '../../modules/jobs'
import {
  checkArea,
  offeredServices,
  offerTimes,
  type AreaAnswer,
  type OfferedService,
  type OfferedTimes,
} from '../../modules/scheduling'
import { canPayOnline, missingProviders } from '../../providers/demo'
import { answersWhileTyping } from '../../providers/geocoder'
import { rulesInForce } from '../../settings/booking'
import { bookWords } from '../../words/book'
import { areaWords } from '../../words/book-area'
import type { Language } from '../../words/language'
import { addressFault } from './address'
import { contactFaults, sizeFaults, stepFields, steps, type Faults, type Fields, type Step } from './fields'
import { addOnsOf, priceFor } from './price'
import { takenText, wantedOf } from './wanted'

/** The day and arrival window chosen from those offered. */
interface Slot {
  date: string
  window: string
}

/** A booking made with the same form before. */
export type Earlier = Pick<Job, 'type' | 'preferredDate' | 'preferredTime'> & { path: string }

/** The fields with everything they refer to, as far as it exists. */
export interface Draft {
  language: Language
  fields: Fields
  faults: Faults
  services: OfferedService[]
  service: OfferedService | null
  addOns: string[]
  area: AreaAnswer | null
  amounts: Amounts | null
  /** Null before the time step. */
  offer: OfferedTimes | null
  slot: Slot | null
  /** Set when this would be a second booking: the page asks first. */
  earlier: Earlier | null
  /** Otherwise customers pay after the visit. */
  paysOnline: boolean
  /** Whether the page may suggest addresses while the visitor types. */
  suggests: boolean
  /** Providers that aren't set up, such as email. */
  missing: string[]
  /** The terms that the booking will keep. */
  rules: BookingRules | null
  /** The chosen window waits for the visitor until then; `isAgain` if an earlier hold of it ran out. */
  hold: { until: number; leftMs: number; isAgain: boolean; timeZone: string } | null
}

interface Reading {
  language: Language
  /** The step the page will show. */
  shown: Step
  /** The last step whose fields are checked. */
  upTo: Step
}

/** Reads the fields to show a step, and checks those of the steps up to `upTo`. */
export async function readDraft(deps: Deps, fields: Fields, reading: Reading): Promise<Draft> {
  const { language, shown, upTo } = reading
  const words = bookWords(language).faults
  const isAsked = (step: Step) => steps.indexOf(step) <= steps.indexOf(upTo)
  const services = await offeredServices(deps)
  const service = services.find(({ id }) => id === fields.service) ?? null
  const { area, fault } = await readAddress(deps, language, fields, shown !== 'service')
  const faults: Faults = { ...fault, ...sizeFaults(words, fields, service) }
  if (!service) faults.service = words.service
  const addOns = service ? addOnsOf(service, fields.extras.split(','), fields.windows) : []
  // Finding available times is expensive, so it waits for an address and a service.
  const isReady = shown !== 'service' && service !== null && Object.keys(faults).length === 0
  const offer = isReady ? await offerTimes(deps, wantedOf(deps, { fields, service, addOns, area })) : null
  const slot = offer && slotOf(fields.slot, offer)
  if (isAsked('time') && !slot)
    faults.slot = fields.slot === '' ? words.slot : await takenText(deps, language, fields, area)
  if (isAsked('contact')) Object.assign(faults, contactFaults(words, fields))
  const listed = service && priceOf(service, fields, addOns, area)
  const amounts = listed && shown === 'contact' ? await withPromo(deps, fields.promo, listed, area) : listed
  if (amounts === null && listed !== null) faults.promo = words.promo
  return {
    language,
    fields,
    faults,
    services,
    service,
    addOns,
    area,
    amounts: amounts ?? listed,
    offer,
    slot,
    earlier: null,
    paysOnline: canPayOnline(deps.config),
    suggests: answersWhileTyping(deps.config),
    missing: missingProviders(deps.config),
    rules: rulesInForce(deps.settings.booking, { isOnline: true }),
    hold: null,
  }
}

async function readAddress(
  deps: Deps,
  language: Language,
  { address, sure }: Fields,
  isLeft: boolean,
): Promise<{ area: AreaAnswer | null; fault: Faults }> {
  if (address === '' || address.length > 500)
    return { area: null, fault: { address: bookWords(language).faults.address } }
  const area = await checkArea(deps, address)
  const fault = addressFault(areaWords(language), address, area)
  if (fault !== null) return { area, fault: { address: fault } }
  // The ZIP code says that we serve it, but a street that nobody knows is more often a typo than a new house.
  const isDoubtful = isLeft && sure === '' && (await isOnMap(deps, address)) === false
  return { area, fault: isDoubtful ? { sure: bookWords(language).faults.sure } : {} }
}

function slotOf(text: string, { days }: OfferedTimes): Slot | null {
  const [date = '', window = ''] = text.split('|')
  const isOffered = days.some((day) => day.date === date && day.windows.includes(window))
  return isOffered ? { date, window } : null
}

function priceOf(
  service: OfferedService,
  fields: Fields,
  addOns: string[],
  area: AreaAnswer | null,
): Amounts | null {
  const cents = priceFor(service, { ...fields, addOns })
  const taxBasisPoints = Math.round((area?.franchise?.taxPercent ?? 0) * 100)
  return cents === null ? null : amountsOf(cents, taxBasisPoints)
}

/** The amounts with a promo code; null when it isn't valid. */
async function withPromo(
  { store, clock }: Deps,
  code: string,
  listed: Amounts,
  area: AreaAnswer | null,
): Promise<Amounts | null> {
  if (code === '') return listed
  const { priceCents, taxBasisPoints } = listed
  const franchiseId = area?.franchise?.id ?? null
  const discountCents = await promoOffer(store.read, clock.now(), { code, franchiseId, priceCents })
  return discountCents === null ? null : amountsOf(priceCents, taxBasisPoints, discountCents)
}

/** The wanted step, or an earlier one whose fields have an error. */
export function stepToShow(faults: Faults, wanted: Step): Step {
  const wrong = steps.find((step) => stepFields[step].some((name) => faults[name] !== undefined))
  return wrong !== undefined && steps.indexOf(wrong) < steps.indexOf(wanted) ? wrong : wanted
}
