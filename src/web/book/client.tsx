import type { AreaAnswer, OfferedService } from '../../modules/scheduling'
import { zipIn } from '../../lib/text'
import { createApi } from '../client/api'
import { reportVitals } from '../client/vitals'
import { areaWords } from '../../words/book-area'
import { bookWords } from '../../words/book'
import { capitalized, formatsFor } from '../../words/formats'
import { isLanguage } from '../../words/language'
import { addressFault } from './address'
import { joinedAddress, partNames, splitAddress, type AddressParts } from './address-parts'
import { addOnsOf, priceFor } from './price'
import { suggestAddresses } from '../client/suggestions'
import { slotWords } from './words'

const api = createApi()
const shortest = 8
const { lang } = document.documentElement
const language = isLanguage(lang) ? lang : 'en'
const words = areaWords(language)

/** Says whether we serve an address as soon as the field is left. Failures stay silent: the form checks again. */
function showArea(inputs: HTMLInputElement[], note: HTMLElement): void {
  let asked = ''
  const clear = () => {
    note.textContent = ''
    asked = ''
  }
  const check = async () => {
    fillParts(inputs)
    const address = addressIn(inputs)
    if (address === asked || address.length < shortest) return
    asked = address
    const answer = await api.area.get({ query: { address } }).catch(() => null)
    if (answer && address === asked) show(note, address, answer)
  }
  for (const input of inputs) {
    input.addEventListener('change', () => void check())
    input.addEventListener('input', clear)
  }
  // An error from the form is shown under the field already.
  if (inputs.every((input) => input.ariaInvalid !== 'true')) void check()
}

/** A whole address in the street's field goes into the fields it belongs to, in place of what they have. */
function fillParts(inputs: HTMLInputElement[]): void {
  const parts = splitAddress(inputs[0]?.value ?? '')
  if (parts.zip !== '') for (const input of inputs) input.value = parts[input.name as keyof AddressParts]
}

const addressParts = (within: Element): HTMLInputElement[] =>
  partNames.flatMap((name) => [...within.querySelectorAll<HTMLInputElement>(`input[name="${name}"]`)])

function addressIn(inputs: HTMLInputElement[]): string {
  const typed = Object.fromEntries(inputs.map(({ name, value }) => [name, value.trim()]))
  return joinedAddress(typed as AddressParts)
}

function show(note: HTMLElement, address: string, answer: AreaAnswer): void {
  const fault = addressFault(words, address, answer)
  note.dataset.area = fault !== null && answer.area === 'served' ? 'unknown' : answer.area
  note.textContent = fault ?? words.served(answer.franchise?.name ?? null)
  const zip = zipIn(address)?.slice(0, 5)
  if (answer.area !== 'outside' || zip === undefined) return
  const link = document.createElement('a')
  link.href = `/?zip=${zip}#area`
  link.textContent = words.request.leave
  note.append(' ', link)
}

reportVitals()

// The page works without this script, which only checks the address earlier and marks the pressed button as busy.
const form = document.querySelector<HTMLFormElement>('.book-form')

if (form) {
  form.addEventListener('submit', (event) => event.submitter?.setAttribute('aria-busy', 'true'))
  form.addEventListener('input', (event) => clearError(event.target as Element))
  const parts = addressParts(form)
  const note = form.querySelector<HTMLElement>('[data-area]')
  if (note) showArea(parts, note)
  suggestAddresses(form, api)
  form.querySelector<HTMLInputElement>('input[name="promo"]')?.addEventListener('keydown', applyOnEnter)
  const price = form.querySelector<HTMLElement>('[data-price]')
  if (price) showPrice(form, price)
  const when = document.querySelector<HTMLElement>('[data-when]')
  if (when) showTime(form, when)
  const held = form.querySelector<HTMLElement>('[data-held-for]')
  if (held) sayWhenOver(held)
  focusFirstError(form)
}

/** The visitor's own clock may be wrong, so the time left counts from when the page came. */
function sayWhenOver(note: HTMLElement): void {
  const left = Number(note.dataset.heldFor)
  setTimeout(() => {
    note.textContent = bookWords(language).contact.holdOver
    note.closest('.alert')?.classList.replace('alert-good', 'alert-warn')
  }, left)
}

/** Keeps the price in step with the details as they are entered, by the rules that the booking will use. */
function showPrice(within: HTMLFormElement, note: HTMLElement): void {
  const { service: text, money } = { ...bookWords(language), ...formatsFor(language) }
  const show = () => {
    const data = new FormData(within)
    const of = (name: string) => {
      const value = data.get(name)
      return typeof value === 'string' ? value.trim() : ''
    }
    const chosen = within.querySelector<HTMLElement>('.book-service:has(input[name="service"]:checked)')
    const service = chosen && (JSON.parse(chosen.dataset.service ?? 'null') as OfferedService | null)
    const addOns = service
      ? addOnsOf(
          service,
          data.getAll('extra').filter((value) => typeof value === 'string'),
          of('windows'),
        )
      : []
    const cents = service && priceFor(service, { length: of('length'), stories: of('stories'), addOns })
    note.textContent = cents === null ? '' : text.priceSoFar(money(cents))
  }
  within.addEventListener('input', show)
  show()
}

/** The chosen time joins the other choices at once. */
function showTime(within: HTMLFormElement, when: HTMLElement): void {
  const show = () => {
    const chosen = within.querySelector<HTMLInputElement>('input[name="slot"]:checked')
    const [date, window] = chosen?.value.split('|') ?? []
    if (date === undefined || window === undefined) return
    const { day, time } = slotWords(language, date, window)
    const hours = document.createElement('span')
    hours.className = 'nowrap'
    hours.textContent = time
    when.replaceChildren(`${capitalized(day)}, `, hours)
    for (const part of [when, when.previousElementSibling]) part?.removeAttribute('hidden')
  }
  within.addEventListener('change', show)
  show()
}

/** Enter in the promo code's field shows the new total first; anywhere else it books. */
function applyOnEnter(event: KeyboardEvent): void {
  if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement) || event.target.value === '')
    return
  event.preventDefault()
  event.target.parentElement?.querySelector('button')?.click()
}

/** The back button shows the page as it was left, with its button still busy. */
window.addEventListener('pageshow', () => {
  for (const button of document.querySelectorAll('[aria-busy]')) button.removeAttribute('aria-busy')
})

/** Focuses the first field with an error, or the first of the choices that have one. */
function focusFirstError(within: HTMLElement): void {
  const error = within.querySelector('.field-error')
  const input = error?.closest('.field, fieldset')?.querySelector<HTMLElement>('input, textarea, button')
  if (!error || !input) return
  error.id ||= 'first-error'
  if (!input.hasAttribute('aria-describedby')) input.setAttribute('aria-describedby', error.id)
  input.focus()
}

/** Hides the error of a field as soon as the visitor corrects it. The parts of an address share theirs. */
function clearError(input: Element): void {
  const isPart = partNames.some((name) => name === input.getAttribute('name'))
  const parts = isPart ? addressParts(document.body) : []
  for (const one of [input, ...parts]) one.removeAttribute('aria-invalid')
  const [street = input] = parts
  street.closest('.field, fieldset')?.querySelector('.field-error')?.remove()
  if (!document.querySelector('.field-error')) document.querySelector('.alert-bad')?.remove()
}

// The processor's event takes a moment after a payment, so the page checks again automatically.
const again = document.querySelector<HTMLAnchorElement>('[data-look-again]')
if (again) setTimeout(() => location.replace(again.href), 1_500)
