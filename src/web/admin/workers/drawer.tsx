import type { WorkerWithHours } from '../../../modules/workers/model'
import { useLoad } from '../../client/hooks'
import { Drawer } from '../../components'
import { api } from '../session'
import { useDirectory } from '../shell/directory'
import { Section } from '../shared/facts'
import { Loaded } from '../shared/loaded'
import { useOpened } from '../shared/opened'
import { WorkerForm } from './form'
import { ShiftsForm } from './shifts'
import { TimeOffList } from './time-off'
import { Tokens } from './tokens'

export function WorkerDrawer({ onChange }: { onChange: () => void }) {
  const { zoneOf } = useDirectory()
  const { id, close } = useOpened()
  const load = useLoad<WorkerWithHours | null>(
    (signal) => (id === '' ? Promise.resolve(null) : api.get(`/api/admin/workers/${id}`, undefined, signal)),
    [id],
  )
  const worker = load.data?.id === id ? load.data : null
  const changed = () => {
    load.reload()
    onChange()
  }
  return (
    <Drawer title={worker?.name ?? 'Worker'} open={id !== ''} onClose={close}>
      <Loaded load={{ ...load, data: worker }} lines={8}>
        {(found) =>
          found && (
            <div key={found.id}>
              <Section title="Week">
                <ShiftsForm worker={found} onDone={changed} />
              </Section>
              <TimeOffList workerId={found.id} timeZone={zoneOf(found.franchiseId)} />
              <Tokens worker={found} />
              <Section title="About">
                <WorkerForm key={found.updatedAt} worker={found} onDone={changed} />
              </Section>
            </div>
          )
        }
      </Loaded>
    </Drawer>
  )
}
