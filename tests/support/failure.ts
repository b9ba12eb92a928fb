type Kind<E extends Error> = abstract new (...args: never[]) => E

/** The error a promise rejects with. A promise that resolves fails the test. */
export function failureOf(promise: PromiseLike<unknown>): Promise<Error>
/** The same for a test that reads what only this kind of error has; any other error fails the test. */
export function failureOf<E extends Error>(promise: PromiseLike<unknown>, kind: Kind<E>): Promise<E>
export async function failureOf(promise: PromiseLike<unknown>, kind: Kind<Error> = Error): Promise<Error> {
  const failure = await promise.then(
    () => {
      throw new Error('The test expected a failure, and nothing failed')
    },
    (error: unknown) => (error instanceof Error ? error : new Error(String(error))),
  )
  if (!(failure instanceof kind)) throw failure
  return failure
}
