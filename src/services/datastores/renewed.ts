import type { Session } from '../../connectors/connector.ts'
import type { ContainerReference } from '../../model/container.ts'

/** True when the session has a new snapshot now; `next` is the container that is read from it, where that is known. */
export async function renewed(session: Pick<Session, 'renew'>, next?: ContainerReference): Promise<boolean> {
  try {
    return (await session.renew?.(next)) ?? false
  } catch {
    return false
  }
}
