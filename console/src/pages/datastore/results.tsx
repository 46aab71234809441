import { useState } from 'react'
import { Link } from '@tanstack/react-router'
import type { Datastore } from '../../api/api.generated.ts'
import { useAnswer, useChange } from '../../api/answers.ts'
import { Button } from '../../kit/button.tsx'
import { EntryForm } from '../../kit/entry-form.tsx'
import { Failure } from '../../kit/failure.tsx'
import { Select } from '../../kit/fields.tsx'
import { Sheet } from '../../kit/sheet.tsx'
import { tell } from '../../kit/toasts.tsx'
import { useRefusal, useRoleRefusal } from '../../shell/rights.ts'

/** Says to which enrichment datastore the results of a datastore, its exports and copies are written. */
export function ChangeResults({ datastore }: { datastore: Datastore }) {
  const refused = useRefusal(datastore.id, 'Editor')
  // It receives results itself.
  if (datastore.enrichment_only) return null
  return (
    <Sheet words="Change where results go" title={`Results of ${datastore.name}`} refused={refused}>
      {(close) => <Form datastore={datastore} close={close} />}
    </Sheet>
  )
}

function Form({ datastore, close }: { datastore: Datastore; close: () => void }) {
  const { id, name, enrich_datastore } = datastore
  const { data } = useAnswer('GET /api/datastores/listing', {})
  const [chosen, choose] = useState(enrich_datastore === null ? '' : String(enrich_datastore.id))
  const link = useChange('PATCH /api/datastores/{id}/enrichment/{enrichment_id}')
  const save = () =>
    link.mutate(
      { path: { id, enrichment_id: Number(chosen) } },
      {
        onSuccess({ enrich_datastore: linked }) {
          close()
          tell(`The results of ${name} are written to ${linked?.name} from now on.`)
        },
      },
    )
  const stores = data?.filter(({ enrichment_only }) => enrichment_only) ?? []
  return (
    <EntryForm className="stack" written={{ chosen }} submit={save}>
      <Select
        label="Written to"
        value={chosen}
        onChange={({ target }) => {
          choose(target.value)
          // What was refused was another link.
          link.reset()
        }}
        options={[['', 'nowhere'], ...stores.map((store) => [String(store.id), store.name] as const)]}
      />
      {data && stores.length === 0 && <NoPlace />}
      <p className="muted">
        The results of scans, exports and copies are tables there, whose names begin with{' '}
        <code>{datastore.enrichment_prefix}</code>.
      </p>
      {link.error && <Failure error={link.error} />}
      <div className="row">
        <Button
          kind="primary"
          type="submit"
          refused={chosen === '' ? 'Choose a datastore first.' : null}
          disabled={link.isPending}
        >
          Save
        </Button>
        {enrich_datastore !== null && <Unlink id={id} name={name} close={close} />}
      </div>
    </EntryForm>
  )
}

function NoPlace() {
  return (
    <p className="muted">
      You see no datastore that only receives results. A Manager can{' '}
      <Link to={'/datastores/new' as string}>add one</Link>.
    </p>
  )
}

/** Ends the writing of results; what was written stays. */
function Unlink({ id, name, close }: { id: number; name: string; close: () => void }) {
  const refused = useRoleRefusal('Admin')
  const unlink = useChange('DELETE /api/datastores/{id}/enrichment')
  const end = () =>
    unlink.mutate(
      { path: { id } },
      {
        onSuccess() {
          close()
          tell(`The results of ${name} are written nowhere from now on; what was written stays.`)
        },
        onError: ({ message }) => tell(message),
      },
    )
  return (
    <Button kind="danger" refused={refused} disabled={unlink.isPending} onClick={end}>
      Write no results
    </Button>
  )
}
