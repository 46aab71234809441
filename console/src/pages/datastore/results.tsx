import { Link } from '@tanstack/react-router'
import type { Datastore, RemediationStrategy } from '../../api/api.generated.ts'
import { useAnswer, useChange } from '../../api/answers.ts'
import { problemsOf } from '../../api/problems.ts'
import { FollowedEntry } from '../../drafts/followed-entry.tsx'
import { useFollowedForm } from '../../drafts/followed-form.ts'
import { Button } from '../../kit/button.tsx'
import { Failure } from '../../kit/failure.tsx'
import { Select, TextField } from '../../kit/fields.tsx'
import { Sheet } from '../../kit/sheet.tsx'
import { tell } from '../../kit/toasts.tsx'
import { useRefusal, useRoleRefusal } from '../../shell/rights.ts'
import { remediations } from '../../sources/remediations.ts'

/** Says to which enrichment datastore the results of a datastore, its exports and copies are written, and how. */
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

/** Where results go, as it is written. */
interface Written {
  /** The id of the place; empty: nowhere. */
  place: string
  prefix: string
  remediation: RemediationStrategy
}

function Form({ datastore, close }: { datastore: Datastore; close: () => void }) {
  const { id, name, enrich_datastore } = datastore
  const listing = useAnswer('GET /api/datastores/listing', {})
  const { data } = listing
  const form = useFollowedForm({
    name: 'GET /api/datastores/{id}',
    given: { path: { id } },
    known: datastore,
    draftOf: writtenOf,
  })
  const { draft: written, base } = form
  const { save, forget, error, isPending } = useResults(datastore, base, close)
  const put = (part: Partial<Written>) => {
    form.put(part)
    // What was refused was what stood there before.
    forget()
  }
  const problems = problemsOf(error)
  const stores = data?.filter(({ enrichment_only }) => enrichment_only) ?? []
  return (
    <FollowedEntry form={form} what="datastore" save={() => save(written)}>
      <Select
        label="Written to"
        value={written.place}
        reading={listing}
        onChange={({ target }) => put({ place: target.value })}
        options={[['', 'nowhere'], ...stores.map((store) => [String(store.id), store.name] as const)]}
      />
      {data && stores.length === 0 && <NoPlace />}
      <TextField
        label="The names of its tables there begin with"
        required
        value={written.prefix}
        problem={problems.get('enrichment_prefix') ?? null}
        onChange={({ target }) => put({ prefix: target.value })}
      />
      <Select
        label="Failing rows that scans put aside there"
        value={written.remediation}
        problem={problems.get('enrichment_remediation_strategy') ?? null}
        onChange={({ target }) => put({ remediation: target.value as RemediationStrategy })}
        options={remediations}
      />
      {error && problems.size === 0 && <Failure error={error} />}
      <div className="row">
        <Button
          kind="primary"
          type="submit"
          refused={written.place === '' ? 'Choose a datastore first.' : null}
          disabled={isPending}
        >
          Save
        </Button>
        {enrich_datastore !== null && <Unlink id={id} name={name} close={close} />}
      </div>
    </FollowedEntry>
  )
}

function writtenOf(datastore: Datastore): Written {
  const { enrich_datastore, enrichment_prefix, enrichment_remediation_strategy } = datastore
  return {
    place: enrich_datastore === null ? '' : String(enrich_datastore.id),
    prefix: enrichment_prefix,
    remediation: enrichment_remediation_strategy,
  }
}

/** Keeps what is other than before: first how results are written, then where. */
function useResults({ id, name }: Datastore, before: Written, close: () => void) {
  const link = useChange('PATCH /api/datastores/{id}/enrichment/{enrichment_id}')
  const change = useChange('PUT /api/datastores/{id}')
  const linkTo = (place: string) =>
    link.mutate(
      { path: { id, enrichment_id: Number(place) } },
      {
        onSuccess({ enrich_datastore }) {
          close()
          tell(`The results of ${name} are written to ${enrich_datastore?.name} from now on.`)
        },
      },
    )
  const save = ({ place, prefix, remediation }: Written) => {
    const body = {
      ...(prefix.trim() !== before.prefix && { enrichment_prefix: prefix.trim() }),
      ...(remediation !== before.remediation && { enrichment_remediation_strategy: remediation }),
    }
    if (Object.keys(body).length === 0) return linkTo(place)
    const onSuccess = () => {
      if (place !== before.place) return linkTo(place)
      close()
      tell(`How the results of ${name} are written is changed.`)
    }
    change.mutate({ path: { id }, body }, { onSuccess })
  }
  return {
    save,
    forget() {
      link.reset()
      change.reset()
    },
    error: change.error ?? link.error,
    isPending: change.isPending || link.isPending,
  }
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
