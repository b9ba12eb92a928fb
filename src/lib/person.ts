/** A person to forget, with everything that identifies them. */
export interface Person {
  /** The customer's id, and the ids of records that were merged into it. */
  ids: string[]
  /** Every email address and phone number, in each spelling that some table uses. */
  addresses: string[]
  /** Names, addresses, numbers and streets that people would use to mention this person. */
  words: string[]
  at: number
}

/** Two records of the same person. */
export interface Merge {
  from: string
  into: string
  at: number
}

/** Replaces names and addresses once a person is forgotten. */
export const erased = 'Erased'
