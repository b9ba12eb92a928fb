import type { AreaAnswer } from '../../modules/booking-page/model'
import { createApi } from '../client/api'
import { addressFault } from './address'

const api = createApi()
const shortest = 8

/** Says as soon as the address is left whether we come there. Trouble is kept quiet: the form asks again. */
export function showArea(input: HTMLInputElement, note: HTMLElement): void {
  let asked = ''
  const clear = () => {
    note.textContent = ''
    asked = ''
  }
  const check = async () => {
    const address = input.value.trim()
    if (address === asked || address.length < shortest) return
    asked = address
    const answer = await api.get<AreaAnswer>('/api/area', { address }).catch(() => null)
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
