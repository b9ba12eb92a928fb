/** What a promise comes to, or the failure once it takes too long. What it does meanwhile goes on. */
export async function within<T>(waited: T | Promise<T>, ms: number, failure: () => Error): Promise<T> {
  const { promise: tooLong, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(failure()), ms)
  try {
    return await Promise.race([waited, tooLong])
  } finally {
    clearTimeout(timer)
  }
}
