import { ProbeFailure } from './failure'

interface HttpProbe {
  url: string
  headers?: Record<string, string>
  timeLimitMs: number
}

/** Asks and reads; a server that answers at all, and not with an error of its own, is there. */
export async function askOver({
  url,
  headers = {},
  timeLimitMs,
}: HttpProbe): Promise<{ status: number; text: string }> {
  try {
    const response = await fetch(url, {
      headers,
      signal: AbortSignal.timeout(timeLimitMs),
      redirect: 'manual',
    })
    const text = await response.text()
    if (response.status < 500) return { status: response.status, text }
    throw new ProbeFailure('unreachable', `it answered ${response.status}`)
  } catch (error) {
    if (error instanceof ProbeFailure) throw error
    throw new ProbeFailure('unreachable', 'it did not answer', { cause: error })
  }
}

export const refuseUnauthorised = ({ status }: { status: number }): void => {
  if (status === 401 || status === 403) throw new ProbeFailure('refused', 'it does not accept our key')
}
