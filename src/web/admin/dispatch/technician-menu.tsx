import { messageOf } from '../../client/api'
import { lookAgain, now } from '../../client/clock'
import { Menu, toast } from '../../components'
import { setAddress } from '../address'
import { api } from '../session'
import { spanOfDay, today } from '../shared/zone'
import { useMe } from '../shell/me'

interface TechnicianMenuProps {
  workerId: string
  name: string
  timeZone: string
}

/** The rest of today in the technician's time zone. */
const restOfToday = (timeZone: string) => ({
  startsAt: new Date(now()).toISOString(),
  endsAt: spanOfDay(today(timeZone), timeZone).to,
})

/** Things that happen to a technician during the day. Both lead to a proposal of who takes over their visits. */
export function TechnicianMenu({ workerId, name, timeZone }: TechnicianMenuProps) {
  const { may } = useMe()
  const findCover = () => setAddress({ cover: workerId })
  const markAsSick = async () => {
    try {
      await api.admin.workers(workerId)['time-off'].post({ ...restOfToday(timeZone), reason: 'Sick' })
      lookAgain()
      findCover()
    } catch (error) {
      toast(messageOf(error), 'bad')
    }
  }
  return (
    <Menu
      label={`${name}: more`}
      align="start"
      items={[
        ...(may('workers.write')
          ? [{ label: 'Mark as sick and find cover', run: () => void markAsSick() }]
          : []),
        { label: 'Find cover for late visits', run: findCover },
      ]}
    />
  )
}
