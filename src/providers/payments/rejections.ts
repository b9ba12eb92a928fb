import { PaymentRefused } from './refused'
import type { Payments } from './types'

/** The processor found our request itself wrong. Nobody's card is to blame, and nothing happened. */
export interface Rejection {
  /** The method of `Payments` that was called. */
  operation: string
  /** The processor's code and the field it names, without the value. */
  code: string | null
  field: string | null
  /** Finds the request in the processor's own log. */
  requestId: string | null
}

type Operation = (...given: unknown[]) => unknown

/** Tells one listener about every rejected request, whichever operation made it. */
export function reportRejections(payments: Payments): Payments {
  let report: (rejection: Rejection) => void = () => {}
  const watched = (operation: string, work: Operation): Operation =>
    function watchedOperation(...given) {
      const answer = work.apply(payments, given)
      if (!(answer instanceof Promise)) return answer
      return answer.catch((error: unknown) => {
        if (error instanceof PaymentRefused && error.because === 'rejected')
          report({ operation, code: error.processorCode, ...error.place })
        throw error
      })
    }
  const operations = Object.entries(payments).map(([name, work]: [string, unknown]) => [
    name,
    typeof work === 'function' ? watched(name, work as Operation) : work,
  ])
  return {
    ...(Object.fromEntries(operations) as Payments),
    onRejected: (listener) => {
      report = listener
    },
  }
}
