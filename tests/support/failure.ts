type Kind<E extends Error> = abstract new (...args: never[]) => E

/** What a promise fails with; one that does not fail gives an error that no test expects. */
export function failureOf(promise: PromiseLike<unknown>): Promise<Error>
/** The same for a test that looks at what only this kind says: any other failure fails the test itself. */
export function failureOf<E extends Error>(promise: PromiseLike<unknown>, kind: Kind<E>): Promise<E>
export async function failureOf(promise: PromiseLike<unknown>, kind: Kind<Error> = Error): Promise<Error> {
  const failure = await promise.then(
    () => new Error('nothing failed'),
    (error: unknown) => (error instanceof Error ? error : new Error(String(error))),
  )
  if (!(failure instanceof kind)) throw failure
  return failure
}
