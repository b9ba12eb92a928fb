import { keptForThisTab } from '../client/storage'

/** Shows that somebody reads an address. It lasts half an hour, and no longer than this tab. */
export interface Proof {
  email: string
  token: string
}

const place = keptForThisTab<Proof>('proof')

export const rememberedProof = (): Proof | null => place.read()
export const forgetProof = (): void => place.clear()

export function rememberProof(proof: Proof): Proof {
  place.write(proof)
  return proof
}
