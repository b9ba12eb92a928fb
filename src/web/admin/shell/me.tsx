import { createContext, type ComponentChildren } from 'preact'
import { useContext } from 'preact/hooks'
import type { Permission } from '../../../lib/permissions'
import type { Session } from '../../../modules/staff'
import { useLoad } from '../../client/hooks'
import { Button } from '../../components/button'
import { Alert, Skeleton } from '../../components/feedback'
import { api } from '../session'

/** The person who is signed in. Pages show only what this person may use; the service checks again. */
export interface Me extends Session {
  may: (permission: Permission) => boolean
  /** For what concerns the whole company, which is closed to people limited to one franchise. */
  mayForAll: (permission: Permission) => boolean
}

const Context = createContext<Me | null>(null)

export function MeProvider({ children }: { children: ComponentChildren }) {
  const { data, problem, reload } = useLoad((signal) => api.admin.session.get({ signal }))
  if (data === null)
    return (
      <main class="sign-in">
        {problem === null ? (
          <Skeleton lines={3} />
        ) : (
          <div class="stack">
            <Alert tone="bad">{problem}</Alert>
            <Button onClick={reload}>Try again</Button>
          </div>
        )}
      </main>
    )
  const may = (permission: Permission) => data.permissions.includes(permission)
  const me = { ...data, may, mayForAll: (needed: Permission) => data.franchiseId === null && may(needed) }
  return <Context.Provider value={me}>{children}</Context.Provider>
}

export function useMe(): Me {
  const me = useContext(Context)
  if (!me) throw new Error('useMe needs a MeProvider')
  return me
}
