/** Time-ordered UUIDs: new rows land at the end of an index, and a list by id is a list by age. */
export const newId = (): string => Bun.randomUUIDv7()
