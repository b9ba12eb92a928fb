import { setAddress, useAddress } from '../address'

/** Which item of the list is open; it is in the address, so that it can be sent to a colleague. */
export function useOpened(): { id: string; open: (id: string) => void; close: () => void } {
  const id = useAddress().get('id')
  return {
    id,
    open: (next) => setAddress({ id: next }, { step: true }),
    close: () => setAddress({ id: null }, { step: true }),
  }
}
