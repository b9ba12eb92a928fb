/** Whether a provider could not be asked at all, or was asked and does not know us. */
export type ProbeFailureKind = 'unreachable' | 'refused'

export class ProbeFailure extends Error {
  override name = 'ProbeFailure'

  constructor(
    readonly kind: ProbeFailureKind,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options)
  }
}

/** What an adapter threw, in the two words a probe has. A refused key shows as its 401 somewhere below. */
export function failureOf(error: unknown): ProbeFailure {
  if (error instanceof ProbeFailure) return error
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const status =
      'statusCode' in cause ? cause.statusCode : Number(/answered (\d{3})/.exec(cause.message)?.[1])
    if (status === 401 || status === 403)
      return new ProbeFailure('refused', 'it does not accept our key', { cause: error })
  }
  return new ProbeFailure('unreachable', 'it did not answer as expected', { cause: error })
}
