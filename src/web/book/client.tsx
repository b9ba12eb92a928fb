import type { AreaAnswer } from '../../modules/scheduling'
import { createApi } from '../client/api'
import { reportVitals } from '../client/vitals'
import { addressFault } from './address'

const api = createApi()
const shortest = 8

/** Says as soon as the address is left whether we come there. Trouble is kept quiet: the form asks again. */
function showArea(input: HTMLInputElement, note: HTMLElement): void {
  let asked = ''
  const clear = () => {
    note.textContent = ''
    asked = ''
  }
  const check = async () => {
    const address = input.value.trim()
    if (address === asked || address.length < shortest) return
    asked = address
    const answer = await api.area.get({ query: { address } }).catch(() => null)
    if (answer && address === asked) show(note, address, answer)
  }
  input.addEventListener('change', () => void check())
  input.addEventListener('input', clear)
  // What the form has found wrong stands under the field already.
  if (input.ariaInvalid !== 'true') void check()
}

function show(note: HTMLElement, address: string, answer: AreaAnswer): void {
  const fault = addressFault(address, answer)
  note.dataset.area = fault !== null && answer.area === 'served' ? 'unknown' : answer.area
  note.textContent = fault ?? welcome(answer)
}

const welcome = ({ franchise }: AreaAnswer): string =>
  franchise === null ? 'We come to this address.' : `${franchise.name} comes to this address.`

reportVitals()

// The page works without this: it only tells earlier whether we come, and spares second clicks.
const form = document.querySelector<HTMLFormElement>('.book-form')

if (form) {
  form.addEventListener('submit', (event) => event.submitter?.setAttribute('aria-busy', 'true'))
  form.addEventListener('input', (event) => clearError(event.target as Element))
  const address = form.querySelector<HTMLInputElement>('input[name="address"]')
  const note = form.querySelector<HTMLElement>('[data-area]')
  if (address && note) showArea(address, note)
  focusFirstError(form)
}

/** Coming back with the back button finds the page as it was left: busy. */
window.addEventListener('pageshow', () => {
  for (const button of document.querySelectorAll('[aria-busy]')) button.removeAttribute('aria-busy')
})

/** Also among choices: the first of them is told what is wrong with all. */
function focusFirstError(within: HTMLElement): void {
  const error = within.querySelector('.field-error')
  const input = error?.closest('.field, fieldset')?.querySelector<HTMLElement>('input, textarea, button')
  if (!error || !input) return
  error.id ||= 'first-error'
  if (!input.hasAttribute('aria-describedby')) input.setAttribute('aria-describedby', error.id)
  input.focus()
}

/** What is being put right is no longer wrong. */
function clearError(input: Element): void {
  input.removeAttribute('aria-invalid')
  input.closest('.field, fieldset')?.querySelector('.field-error')?.remove()
  if (!document.querySelector('.field-error')) document.querySelector('.alert-bad')?.remove()
}

// Back from the payment page: the word of the processor takes a moment, so the page looks again by itself.
const again = document.querySelector<HTMLAnchorElement>('[data-look-again]')
if (again) setTimeout(() => location.replace(again.href), 1_500)
