import type { createApi } from './api'
import { partNames, splitAddress } from '../book/address-parts'

const shortest = 5
const pauseMs = 300
/** The service limits how often one visitor may ask, and the check of the area needs an answer too. */
const mostQuestions = 8

/** Suggests addresses below the street while the visitor types, and fills in the other fields from a chosen one. */
export function suggestAddresses(form: HTMLFormElement, api: ReturnType<typeof createApi>): void {
  const street = form.querySelector<HTMLInputElement>('input[name="street"][list]')
  const list = form.querySelector('datalist')
  if (!street || !list) return
  let [asked, waiting] = [0, 0]
  const suggest = async (typed: string) => {
    asked++
    const found = await api.geocode.get({ query: { q: typed } }).catch(() => null)
    if (!found || street.value !== typed) return
    list.replaceChildren(...found.results.map(({ label }) => new Option(label, label)))
  }
  street.addEventListener('input', () => {
    clearTimeout(waiting)
    const typed = street.value
    if ([...list.children].some((option) => option.getAttribute('value') === typed)) return fill(form, typed)
    if (typed.trim().length < shortest || asked >= mostQuestions) return
    waiting = window.setTimeout(() => void suggest(typed), pauseMs)
  })
}

/** The unit stays, because no map knows it. */
function fill(form: HTMLFormElement, chosen: string): void {
  const parts = splitAddress(chosen)
  if (parts.zip === '') return
  for (const name of partNames) {
    const input = form.querySelector<HTMLInputElement>(`input[name="${name}"]`)
    if (input && name !== 'unit') input.value = parts[name]
  }
}
