import type { Deps } from '../../deps'
import { localDate } from '../../http/fields'
import { centsFromUnits } from '../../lib/money'
import { amountsOf, promoOffer, type Amounts } from '../../modules/catalog'
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
import { addressFault } from './address'
import { contactFaults, sizeFaults, stepFields, steps, type Faults, type Fields, type Step } from './fields'

/** The day and the window that were chosen among those offered. */
interface Slot {
  date: string
  window: string
}

/** A booking made with the same form before. */
export type Earlier = Pick<Job, 'type' | 'preferredDate' | 'preferredTime'> & { path: string }

/** What the fields mean, as far as they mean something. */
export interface Draft {
  fields: Fields
  faults: Faults
  services: OfferedService[]
  service: OfferedService | null
  area: AreaAnswer | null
  amounts: Amounts | null
  /** Null while nobody has asked for times yet. */
  offer: OfferedTimes | null
  slot: Slot | null
  /** Whoever is about to book another one is asked first. */
  earlier: Earlier | null
  /** Otherwise customers pay after the visit. */
  paysOnline: boolean
  /** Ways to reach people that are not set up. */
  missing: string[]
}

/** Reads the fields for showing a step: all that come before it are looked at, `upTo` included. */
export async function readDraft(deps: Deps, fields: Fields, shown: Step, upTo: Step): Promise<Draft> {
  const isAsked = (step: Step) => steps.indexOf(step) <= steps.indexOf(upTo)
  const services = await offeredServices(deps)
  const service = services.find(({ id }) => id === fields.service) ?? null
  const { area, fault } = await readAddress(deps, fields.address)
  const faults: Faults = { ...fault, ...sizeFaults(fields) }
  if (!service) faults.service = 'Choose what we can do for you.'
  // Finding free times is work: it is done for those who have said where and what.
  const isReady = shown !== 'service' && service !== null && Object.keys(faults).length === 0
  const offer = isReady ? await offerTimes(deps, wantedOf(fields, service, area)) : null
  const slot = offer && slotOf(fields.slot, offer)
  if (isAsked('time') && !slot)
    faults.slot =
      fields.slot === '' ? 'Choose a day and a time.' : 'This time has just been taken. Choose another.'
  if (isAsked('contact')) Object.assign(faults, contactFaults(fields))
  const listed = priceOf(service, area)
  const amounts = listed && shown === 'contact' ? await withPromo(deps, fields.promo, listed, area) : listed
  if (amounts === null && listed !== null) faults.promo = 'This code does not hold for this booking.'
  const isCheaper = amounts !== null && amounts.discountCents > 0
  return {
    fields: { ...fields, seen: isCheaper ? fields.promo : '' },
    faults,
    services,
    service,
    area,
    amounts: amounts ?? listed,
    offer,
    slot,
    earlier: null,
    paysOnline: canPayOnline(deps.config),
    missing: missingProviders(deps.config),
  }
}

async function readAddress(deps: Deps, address: string): Promise<{ area: AreaAnswer | null; fault: Faults }> {
  if (address === '' || address.length > 500)
    return {
      area: null,
      fault: { address: 'Tell us where the work is: street and house number, town and ZIP code.' },
    }
  const area = await checkArea(deps, address)
  const fault = addressFault(address, area)
  return { area, fault: fault === null ? {} : { address: fault } }
}

function wantedOf(fields: Fields, service: OfferedService, area: AreaAnswer | null) {
  return {
    address: fields.address,
    service: service.label,
    gutterLength: numberOrNone(fields.length),
    stories: numberOrNone(fields.stories),
    from: localDate.safeParse(fields.from).success ? fields.from : null,
    franchise: area?.franchise ?? null,
  }
}

function slotOf(text: string, { days }: OfferedTimes): Slot | null {
  const [date = '', window = ''] = text.split('|')
  const isOffered = days.some((day) => day.date === date && day.windows.includes(window))
  return isOffered ? { date, window } : null
}

function priceOf(service: OfferedService | null, area: AreaAnswer | null): Amounts | null {
  const cents = service?.price == null ? null : centsFromUnits(service.price)
  const taxBasisPoints = Math.round((area?.franchise?.taxPercent ?? 0) * 100)
  return cents === null ? null : amountsOf(cents, taxBasisPoints)
}

/** As the code makes them; null where it does not hold. */
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

export const numberOrNone = (text: string): number | null => (text === '' ? null : Number(text))

/** The first step that has something wrong with it, if it comes before the wanted one. */
export function stepToShow(faults: Faults, wanted: Step): Step {
  const wrong = steps.find((step) => stepFields[step].some((name) => faults[name] !== undefined))
  return wrong !== undefined && steps.indexOf(wrong) < steps.indexOf(wanted) ? wrong : wanted
}
