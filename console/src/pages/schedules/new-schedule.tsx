import { useState } from 'react'
import type { ScheduleInput } from '../../api/api.generated.ts'
import { useAnswer, useChange } from '../../api/answers.ts'
import '../../kit/filters.css'
import { Button } from '../../kit/button.tsx'
import { Failure } from '../../kit/failure.tsx'
import { Select, TextField } from '../../kit/fields.tsx'
import { tell } from '../../kit/toasts.tsx'
import { useRefusal } from '../../shell/rights.ts'
import { TimingFields, usualTiming } from './timing-fields.tsx'

const kinds = ['scan', 'profile', 'sync'] as const

/** Schedules a sync, profile or scan of a whole datastore. */
export function NewSchedule() {
  const datastores = useAnswer('GET /api/datastores/listing', {}).data ?? []
  const [type, setType] = useState<(typeof kinds)[number]>('scan')
  const [datastore, setDatastore] = useState('')
  const [name, setName] = useState('')
  const [timing, setTiming] = useState(usualTiming)
  const refused = useRefusal(Number(datastore) || undefined, 'Editor')
  const change = useChange('POST /api/operations/schedule')
  const save = () => {
    const body: ScheduleInput = { type, datastore_id: Number(datastore), name: name || null, ...timing }
    change.mutate({ body }, { onSuccess: () => tell('The schedule is on.') })
  }
  return (
    <section className="stack" aria-label="New schedule">
      <h2>New schedule</h2>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
      >
        <div className="row filters">
          <Select
            label="What"
            value={type}
            onChange={({ target }) => setType(target.value as typeof type)}
            options={kinds.map((kind) => [kind, kind] as const)}
          />
          <Select
            label="Datastore"
            value={datastore}
            onChange={({ target }) => setDatastore(target.value)}
            options={[['', 'choose …'], ...datastores.map(({ id, name }) => [String(id), name] as const)]}
          />
          <TextField label="Name (optional)" value={name} onChange={({ target }) => setName(target.value)} />
        </div>
        <TimingFields timing={timing} put={setTiming} />
        <div className="row">
          <Button
            kind="primary"
            type="submit"
            refused={datastore === '' ? 'Choose a datastore first.' : refused}
            disabled={change.isPending}
          >
            Schedule it
          </Button>
        </div>
      </form>
      {change.error && <Failure error={change.error} />}
    </section>
  )
}
