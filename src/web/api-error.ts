/** Why a request did not succeed, in words for people. */
export class ApiError extends Error {
  override name = 'ApiError'
  constructor(
    message: string,
    /** 0 when no answer came at all. */
    readonly status: number,
    readonly details: string[] = [],
    readonly retryAfterSeconds: number | null = null,
  ) {
    super(message)
  }

  /** What is wrong with each field: `address: must not be blank` stands under `address`. */
  get fields(): Record<string, string> {
    const faults = this.details.map((detail) => /^([^:]+): (.*)$/s.exec(detail) ?? [detail, '', detail])
    return Object.fromEntries(faults.map(([, field = '', reason = '']) => [field, reason]))
  }

  /** No answer: the same request may be sent again later. */
  get isOffline(): boolean {
    return this.status === 0
  }
}

export function messageOf(error: unknown): string {
  if (!(error instanceof ApiError)) return 'Something went wrong in this page. Load it again.'
  // The fields say what is wrong.
  return error.message === 'Validation failed' ? 'Please check the marked fields.' : error.message
}

/** The same where no form shows what is wrong at its field: `to must not be before from`. */
export function wholeMessageOf(error: unknown): string {
  if (!(error instanceof ApiError) || error.details.length === 0) return messageOf(error)
  return `${error.message}: ${error.details.map((detail) => detail.replace(': ', ' ')).join('; ')}.`
}
