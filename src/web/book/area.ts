import type { AreaAnswer } from '../../modules/booking-page/model'
import { createApi } from '../client/api'

const api = createApi()
const shortest = 8

/** Says as soon as the address is left whether we come there. Trouble is kept quiet: the form asks again. */
export function showArea(input: HTMLInputElement, note: HTMLElement): void {
  let asked = ''
  const check = async () => {
    const address = input.value.trim()
    if (address === asked || address.length < shortest) return
    asked = address
    const answer = await api.get<AreaAnswer>('/api/area', { address }).catch(() => null)
    if (address === input.value.trim()) show(note, answer)
  }
  input.addEventListener('change', () => void check())
  input.addEventListener('input', () => show(note, null))
  void check()
}

function show(note: HTMLElement, answer: AreaAnswer | null): void {
  note.dataset.area = answer?.area ?? ''
  note.textContent = answer === null ? '' : wordsFor(answer)
}

function wordsFor({ area, franchise }: AreaAnswer): string {
  if (area === 'unknown') return 'We could not find this address. Add its ZIP code.'
  if (area === 'outside') return 'Sorry, this address is outside our area.'
  return franchise === null ? 'We come to this address.' : `${franchise.name} comes to this address.`
}
