import type { Context } from '../../access/context.ts'
import { notFound, ServiceError } from '../../kernel/errors.ts'
import type { ConfigApplyEnd, ConfigApplyWithFiles } from '../../model/applied-files.ts'
import { endApply as writeEnd } from '../../store/config-applies.ts'
import { readApply } from './list.ts'

/** Whoever began it: to others it is absent here. 409 when it has ended. */
export async function endApply(
  context: Context,
  id: number,
  end: ConfigApplyEnd,
): Promise<ConfigApplyWithFiles> {
  const { store, clock, principal } = context
  const apply = await readApply(context, id)
  if (apply.user.id !== principal.user_id) throw notFound('apply', id)
  const now = (await clock.now(store.database)).toISOString()
  if (!(await writeEnd(store.database, id, now, end)))
    throw new ServiceError('wrong_state', `The apply ${id} has ended already.`)
  return readApply(context, id)
}
