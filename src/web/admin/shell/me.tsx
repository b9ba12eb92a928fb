import { createContext, type ComponentChildren } from 'preact'
import { useContext, useEffect, useMemo, useState } from 'preact/hooks'
import type { Permission } from '../../../lib/permissions'
import type { Session } from '../../../modules/staff'
import { useLoad } from '../../client/hooks'
import { Button } from '../../components/button'
import { Alert, Skeleton } from '../../components/feedback'
import { api, knownMe } from '../session'

/** The person who is signed in. Pages show only what this person may use; the service checks again. */
export interface Me extends Session {
  may: (permission: Permission) => boolean
  /** For what concerns the whole company, which is closed to people limited to one franchise. */
  mayForAll: (permission: Permission) => boolean
}

const Context = createContext<Me | null>(null)

export function MeProvider({ children }: { children: ComponentChildren }) {
  const [known] = useState(knownMe.read)
  const { data: fresh, problem, reload } = useLoad((signal) => api.admin.session.get({ signal }))
  useEffect(() => {
    if (fresh !== null) knownMe.write(fresh)
  }, [fresh])
  const rights = JSON.stringify(fresh ?? known)
  const me = useMemo(() => meOf(JSON.parse(rights) as Session | null), [rights])
  if (me === null)
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
  // Somebody whose rights have changed since the last visit starts over with the new ones.
  return (
    <Context.Provider key={rights} value={me}>
      {children}
    </Context.Provider>
  )
}

function meOf(session: Session | null): Me | null {
  if (session === null) return null
  const may = (permission: Permission) => session.permissions.includes(permission)
  return { ...session, may, mayForAll: (needed) => session.franchiseId === null && may(needed) }
}

export function useMe(): Me {
  const me = useContext(Context)
  if (!me) throw new Error('useMe needs a MeProvider')
  return me
}
