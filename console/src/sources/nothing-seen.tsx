import type { ReactNode } from 'react'
import { useAnswer } from '../api/answers.ts'
import { NoDatastore } from './no-datastore.tsx'

/** How many datastores are connected, where the person may look into none of them; null where they may look into one, or while it is not known. */
export function useNothingSeen(): number | null {
  const known = useAnswer('GET /api/datastores', { query: { size: 1 } }).data?.total
  const me = useAnswer('GET /api/users/me', {}).data
  if (known === undefined) return null
  // A Manager knows all datastores by name.
  const isNothing = known === 0 || (me !== undefined && Object.keys(me.permissions).length === 0)
  return isNothing ? known : null
}

/** What a page shows once there is a datastore to look into; until then, the first steps. */
export function OnceConnected({ children }: { children: ReactNode }) {
  const known = useNothingSeen()
  return known === null ? children : <NoDatastore known={known} />
}
