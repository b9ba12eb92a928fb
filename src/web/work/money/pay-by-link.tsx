import { useState } from 'preact/hooks'
import type { OnSiteMoney } from '../../../modules/workforce'
import type { Api } from '../../client/api'
import { useAction, useLoad } from '../../client/hooks'
import { explained } from '../../client/language'
import { Alert, Button, Skeleton, toast } from '../../components'
import { controls, words } from '../words'

const text = words.money.qr

interface PayByLinkProps {
  jobId: string
  reach: OnSiteMoney['reach']
  api: Api
}

/** The customer pays by card on their own phone. */
export function PayByLink({ jobId, reach, api }: PayByLinkProps) {
  const job = api.work.jobs(jobId)
  const code = useLoad(async () => {
    const [{ url }, { QrCode }] = await Promise.all([
      explained(() => job['pay-link'].post(undefined, { key: null })),
      import('../../components/qr-code'),
    ])
    return { url, QrCode }
  })
  const [sent, setSent] = useState<string[]>([])
  const sending = useAction(async (by: 'sms' | 'email') => {
    await explained(() => job['pay-link'].send.post({ by }, { key: null }))
    setSent((before) => [...before, by])
    toast(text.sent)
  })
  const problem = code.problem ?? sending.problem
  return (
    <>
      {problem !== null && <Alert tone="bad">{problem}</Alert>}
      {code.data === null && code.problem === null && <Skeleton block lines={4} label={controls.loading} />}
      {code.data !== null && (
        <>
          <p>{text.text}</p>
          <code.data.QrCode text={code.data.url} label={text.label} />
        </>
      )}
      {code.data !== null && (
        <p class="soft qr-waiting" role="status">
          {text.waiting}
        </p>
      )}
      <div class="visit-links">
        {reach.map((by) => (
          <Button
            key={by}
            busy={sending.busy}
            disabled={sent.includes(by)}
            onClick={() => void sending.run(by)}
          >
            {text[by]}
          </Button>
        ))}
      </div>
    </>
  )
}
