import { useState } from 'react'
import type { ScheduleInput } from '../../api/api.generated.ts'
import { useAnswer, useChange } from '../../api/answers.ts'
import '../../kit/filters.css'
import { Button } from '../../kit/button.tsx'
import { Failure } from '../../kit/failure.tsx'
import { Select, TextField } from '../../kit/fields.tsx'
import { tell } from '../../kit/toasts.tsx'
import { useRefusal } from '../../shell/rights.ts'

const usual = [
  ['0 * * * *', 'every hour'],
  ['30 2 * * *', 'every day at 02:30'],
  ['30 2 * * 1-5', 'every weekday at 02:30'],
  ['30 2 * * 1', 'every Monday at 02:30'],
] as const

/** Schedules a sync, profile or scan of a whole datastore. */
export function NewSchedule() {
  const datastores = useAnswer('GET /api/datastores/listing', {}).data ?? []
  const [type, setType] = useState<'scan' | 'profile' | 'sync'>('scan')
  const [datastore, setDatastore] = useState('')
  const [crontab, setCrontab] = useState<string>(usual[2][0])
  const [timezone, setZone] = useState(Intl.DateTimeFormat().resolvedOptions().timeZone)
  const refused = useRefusal(Number(datastore) || undefined, 'Editor')
  const change = useChange('POST /api/operations/schedule')
  const save = () => {
    const body: ScheduleInput = { type, datastore_id: Number(datastore), crontab, timezone }
    change.mutate({ body }, { onSuccess: () => tell('The schedule is on.') })
  }
  return (
    <section className="stack" aria-label="New schedule">
      <h2>New schedule</h2>
      <form
        className="row filters"
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
      >
        <Select
          label="What"
          value={type}
          onChange={({ target }) => setType(target.value as typeof type)}
          options={[
            ['scan', 'scan'],
            ['profile', 'profile'],
            ['sync', 'sync'],
          ]}
        />
        <Select
          label="Datastore"
          value={datastore}
          onChange={({ target }) => setDatastore(target.value)}
          options={[['', 'choose …'], ...datastores.map(({ id, name }) => [String(id), name] as const)]}
        />
        <Select
          label="Usual times"
          value={usual.some(([cron]) => cron === crontab) ? crontab : ''}
          onChange={({ target }) => target.value !== '' && setCrontab(target.value)}
          options={[['', 'others'], ...usual]}
        />
        <TextField label="Crontab" value={crontab} onChange={({ target }) => setCrontab(target.value)} />
        <TextField label="Zone" value={timezone} onChange={({ target }) => setZone(target.value)} />
        <Button
          kind="primary"
          type="submit"
          refused={datastore === '' ? 'Choose a datastore first.' : refused}
          disabled={change.isPending}
        >
          Schedule it
        </Button>
      </form>
      {change.error && <Failure error={change.error} />}
    </section>
  )
}
