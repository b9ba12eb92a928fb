import { stateCodes } from '../../lib/text'

/** The fields that browsers fill in for an address. */
export const partNames = ['street', 'unit', 'city', 'state', 'zip'] as const
export type AddressParts = Record<(typeof partNames)[number], string>

/** One line, as bookings keep it: `1420 Larimer St, Apt 4, Denver, CO 80202`. */
export function joinedAddress({ street, unit, city, state, zip }: AddressParts): string {
  const end = [state, zip].filter(Boolean).join(' ')
  return [street, unit, city, end].filter(Boolean).join(', ')
}

/** The parts of one line. A line that isn't written in the usual way stays whole, as the street. */
export function splitAddress(address: string): AddressParts {
  const whole = { street: address, unit: '', city: '', state: '', zip: '' }
  const [street = '', ...rest] = address.split(',').map((part) => part.trim())
  const end = /^([a-z]{2})\s+(\d{5}(?:-\d{4})?)$/i.exec(rest.pop() ?? '')
  const city = rest.pop()
  const [, state = '', zip = ''] = end ?? []
  if (!stateCodes.has(state.toUpperCase()) || city === undefined || rest.length > 1) return whole
  return { street, unit: rest[0] ?? '', city, state, zip }
}
