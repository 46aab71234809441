import { useNavigate } from '@tanstack/react-router'
import type { Datastore } from '../../api/api.generated.ts'
import { outdate } from '../../api/answers.ts'
import { ask } from '../../api/ask.ts'
import { Deletion } from '../../kit/deletion.tsx'
import { tell } from '../../kit/toasts.tsx'
import { useRoleRefusal } from '../../shell/rights.ts'

/** Deletes what the service knows of a datastore, after a question. */
export function DeleteDatastore({ datastore: { id, name } }: { datastore: Datastore }) {
  const refused = useRoleRefusal('Admin')
  const navigate = useNavigate()
  const remove = async () => {
    await ask('DELETE /api/datastores/{id}', { path: { id } })
    tell(`${name} is deleted.`)
    // Away first: this page would ask for what is not there any more.
    await navigate({ to: '/datastores' as string })
    await outdate('datastores')
  }
  return (
    <Deletion name={name} noun="datastore" refused={refused} remove={remove}>
      Its checks, runs, profiles and anomalies go with it. The data itself is not touched.
    </Deletion>
  )
}
