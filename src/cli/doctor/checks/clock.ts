import { sql } from 'drizzle-orm'
import type { Deps } from '../../../deps'
import { isoTime, minute, second } from '../../../lib/clock'
import { fault, fine, type DeepCheck, type Finding } from '../finding'

const check = 'clock'
const cure = 'Set the clock and keep it right with NTP: `timedatectl set-ntp true`.'
/** Signed events are refused at five minutes. */
const tolerated = 2 * minute

export const rightTime: DeepCheck = async (deps) => {
  const found = [await behindData(deps), await offFromOthers(deps)].filter((finding) => finding !== null)
  return found.length > 0 ? found : [fine(check, isoTime(deps.clock.now()))]
}

/** What is stored cannot have happened in the future. */
async function behindData({ store, clock }: Deps): Promise<Finding | null> {
  const [row] = await store.read.all<{ at: number | null }>(sql`
    SELECT max(at) AS at FROM (
      SELECT created_at AS at FROM (SELECT created_at FROM jobs ORDER BY seq DESC LIMIT 1)
      UNION ALL SELECT at FROM (SELECT at FROM activity ORDER BY id DESC LIMIT 1)
    )`)
  const latest = row?.at ?? 0
  if (latest <= clock.now() + tolerated) return null
  return fault(
    check,
    `It says ${isoTime(clock.now())}, but the newest record is from ${isoTime(latest)}.`,
    cure,
  )
}

/** Whoever answers over HTTP also says what time it is. */
async function offFromOthers({ config, clock }: Deps): Promise<Finding | null> {
  const { payments, email, sms, hosting, codehost } = config
  const addresses = [
    payments.secretKey === undefined ? undefined : (payments.apiUrl ?? 'https://api.stripe.com'),
    email.resendKey === undefined ? undefined : (email.resendUrl ?? 'https://api.resend.com'),
    sms.accountSid === undefined ? undefined : (sms.apiUrl ?? 'https://api.twilio.com'),
    codehost.repo === undefined ? undefined : (codehost.url ?? 'https://api.github.com'),
    hosting.project === undefined ? undefined : (hosting.url ?? 'https://api.vercel.com'),
  ]
  for (const address of addresses) {
    const theirs = address === undefined ? null : await timeAt(address)
    if (theirs === null) continue
    const off = Math.abs(clock.now() - theirs)
    return off > tolerated
      ? fault(check, `It is ${Math.round(off / second)} s off from what a provider says.`, cure)
      : null
  }
  return null
}

async function timeAt(address: string): Promise<number | null> {
  try {
    const { headers } = await fetch(address, {
      method: 'HEAD',
      signal: AbortSignal.timeout(3 * second),
      redirect: 'manual',
    })
    const date = Date.parse(headers.get('date') ?? '')
    return Number.isNaN(date) ? null : date
  } catch {
    return null
  }
}
