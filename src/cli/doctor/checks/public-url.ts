import { z } from 'zod'
import type { Config } from '../../../config'
import { second } from '../../../lib/clock'
import { addressFault } from '../../../modules/operations'
import { fault, fine, note, type ConfigCheck, type Finding } from '../finding'

const check = 'public URL'
const Vitals = z.object({
  ok: z.literal(true),
  data: z.object({ status: z.literal('ok'), version: z.string() }),
})

/** Goes the way a customer would. */
export const publicUrl: ConfigCheck = async (config) => {
  const wrong = addressFault(config)
  if (wrong !== null)
    return [
      fault(check, `${config.publicUrl} ${wrong}.`, 'Set PUBLIC_URL to the https:// address customers use.'),
    ]
  let answer: unknown
  try {
    const response = await fetch(`${config.publicUrl}/api/vitals`, {
      signal: AbortSignal.timeout(5 * second),
      redirect: 'manual',
    })
    answer = await response.json().catch(() => null)
  } catch {
    return [unanswered(config)]
  }
  if (Vitals.safeParse(answer).success) return [fine(check, `${config.publicUrl} leads here`)]
  return [
    fault(
      check,
      `Something else answers at ${config.publicUrl}.`,
      'Point the name, or the proxy behind it, at this service.',
    ),
  ]
}

function unanswered({ publicUrl, env }: Config): Finding {
  const isLocal = /^(?:localhost|127\.|\[::1\])/.test(new URL(publicUrl).hostname)
  if (isLocal && env !== 'production')
    return note(check, `Nothing answers at ${publicUrl}: the service is not running.`)
  return fault(
    check,
    `Nothing answers at ${publicUrl}.`,
    'Start the service and the proxy before it, and see that the name leads to this box.',
  )
}
