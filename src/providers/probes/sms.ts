import type { Config } from '../../config'
import { askOver, refuseUnauthorised } from './http'

/** Reads our own account, which sends nothing. */
export async function probeSms(config: Config['sms'], timeLimitMs: number): Promise<void> {
  const { accountSid = '', authToken = '', apiUrl = 'https://api.twilio.com' } = config
  const answer = await askOver({
    url: `${apiUrl}/2010-04-01/Accounts/${accountSid}.json`,
    headers: { authorization: `Basic ${btoa(`${accountSid}:${authToken}`)}` },
    timeLimitMs,
  })
  refuseUnauthorised(answer)
}
