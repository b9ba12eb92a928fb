/** What a promise fails with; one that does not fail gives an error that no test expects. */
export async function failureOf(promise: PromiseLike<unknown>): Promise<Error> {
  try {
    await promise
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
  return new Error('nothing failed')
}
