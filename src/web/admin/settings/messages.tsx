import { useState } from 'preact/hooks'
import type { NotificationView } from '../../../modules/messages'
import { useLoad } from '../../client/hooks'
import { api } from '../session'
import { Loaded } from '../shared/list'
import { useOpened } from '../shared/tab-page'
import { TextEditor } from './messages/editor'
import { NotificationList } from './messages/notifications'

/** The messages customers and technicians get: how each is sent, when reminders go out, and every text. */
export function MessageSettings() {
  const { id, open, close } = useOpened()
  const notifications = useLoad((signal) => api.admin.messages.notifications.get({ signal }))
  const texts = useLoad((signal) => api.admin.messages.templates.get({ signal }))
  const [changed, setChanged] = useState<NotificationView | null>(null)
  const problem = notifications.problem ?? texts.problem
  // Drawn at once, because a list of buttons that comes later would move everything below it.
  const both = { ...notifications, problem, data: texts.data && notifications.data }
  if (id !== '') return <TextEditor id={id} onClose={close} onChange={texts.reload} />
  return (
    <div class="stack">
      <Loaded load={both}>
        {(view) => (
          <NotificationList
            view={changed ?? view}
            texts={texts.data?.items ?? []}
            onEdit={open}
            onChange={setChanged}
          />
        )}
      </Loaded>
    </div>
  )
}
