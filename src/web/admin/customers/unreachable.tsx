import type { CustomerDetail } from '../../../modules/customers'
import { formatDate, formatPhone } from '../../client/format'
import { useAction } from '../../client/hooks'
import { Alert, Button, toast } from '../../components'
import { api } from '../session'
import { useMe } from '../shell/me'

interface UnreachableProps {
  customerId: string
  found: CustomerDetail['unreachable'][number]
  onChange: () => void
}

/** Messages to an address failed for good, and HQ can try it again. */
export function UnreachableAddress({ customerId, found, onChange }: UnreachableProps) {
  const { channel, address, reason, at } = found
  const { may } = useMe()
  const retrying = useAction(async () => {
    await api.admin.customers(customerId)['retry-address'].post({ channel })
    toast(channel === 'email' ? 'Emails go there again' : 'Texts go there again')
    onChange()
  })
  return (
    <Alert tone="warn">
      <p>
        {channel === 'email' ? 'Emails' : 'Texts'} to {channel === 'email' ? address : formatPhone(address)}{' '}
        don't arrive, so we stopped sending them on {formatDate(at.slice(0, 10))}. {reason}
      </p>
      {retrying.problem !== null && <p>{retrying.problem}</p>}
      {may('customers.write') && (
        <Button busy={retrying.busy} onClick={() => void retrying.run()}>
          Try this {channel === 'email' ? 'address' : 'number'} again
        </Button>
      )}
    </Alert>
  )
}
