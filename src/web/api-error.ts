/** A failed request, explained in words for people. */
export class ApiError extends Error {
  override name = 'ApiError'
  constructor(
    message: string,
    /** 0 if there was no answer at all. */
    readonly status: number,
    readonly details: string[] = [],
    readonly retryAfterSeconds: number | null = null,
  ) {
    super(message)
  }

  /** The problem with each field: `address: is required` is shown below `address`. */
  get fields(): Record<string, string> {
    const faults = this.details.map((detail) => /^([^:]+): (.*)$/s.exec(detail) ?? [detail, '', detail])
    return Object.fromEntries(faults.map(([, field = '', reason = '']) => [field, reason]))
  }

  /** Without an answer, the same request may be sent again later. */
  get isOffline(): boolean {
    return this.status === 0
  }
}

export function messageOf(error: unknown): string {
  if (!(error instanceof ApiError)) return 'Something went wrong on this page. Please reload it.'
  if (error.message !== 'Validation failed') return error.message
  // The fields show the problems.
  return `Please check the highlighted ${error.details.length === 1 ? 'field' : 'fields'}.`
}

/** The same where no form shows the problems at its fields: `Validation failed. to: must be after from.` */
export function wholeMessageOf(error: unknown): string {
  if (!(error instanceof ApiError) || error.details.length === 0) return messageOf(error)
  return `${error.message}. ${error.details.join('; ')}.`
}
