import type { Field } from '../../api/api.generated.ts'
import { outdate, useChange } from '../../api/answers.ts'
import { Act } from '../../kit/act.tsx'
import { tell } from '../../kit/toasts.tsx'
import { useRefusal } from '../../shell/rights.ts'

/** What shows values of fields. */
const showing = ['containers', 'field-profiles', 'anomalies', 'container-scans']

/** Masks the values of a field wherever they are shown, or takes that back; nothing for a field that is not there or left out. */
export function Mask({ field: { id, name, status, datastore } }: { field: Field }) {
  const refused = useRefusal(datastore.id, 'Editor')
  const change = useChange('PUT /api/fields/{id}')
  if (status !== 'active' && status !== 'masked') return null
  const isMasked = status === 'masked'
  const put = () =>
    change.mutate(
      { path: { id }, body: { status: isMasked ? 'active' : 'masked' } },
      {
        onSuccess() {
          tell(isMasked ? `Values of ${name} are shown again.` : `Values of ${name} are masked.`)
          for (const noun of showing) void outdate(noun)
        },
        onError: ({ message }) => tell(message),
      },
    )
  return (
    <Act
      words={isMasked ? 'Show its values again' : 'Mask its values'}
      refused={refused}
      isBusy={change.isPending}
      act={put}
    />
  )
}
