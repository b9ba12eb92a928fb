/** A person to forget, by everything that leads to them. */
export interface Person {
  /** The customer's id, and those of records that were merged into it. */
  ids: string[]
  /** Every email address and phone number, spelled as each table has it. */
  addresses: string[]
  /** Names, addresses, numbers and streets: what somebody would write who means this person. */
  words: string[]
  at: number
}

/** Two records that turned out to be one person. */
export interface Merge {
  from: string
  into: string
  at: number
}

/** Stands in for a name or an address once its person is forgotten. */
export const erased = 'Erased'
