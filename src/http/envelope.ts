/** Every JSON success but the three exceptions the contract names. */
export interface Success<T> {
  ok: true
  data: T
}

export const ok = <T>(data: T): Success<T> => ({ ok: true, data })

export interface Failure {
  ok: false
  error: string
  details?: string[]
}

export const failure = (error: string, details?: string[]): Failure =>
  details && details.length > 0 ? { ok: false, error, details } : { ok: false, error }
