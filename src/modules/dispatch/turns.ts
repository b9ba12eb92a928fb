/** Lets everything else that waits have its turn. */
export const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
