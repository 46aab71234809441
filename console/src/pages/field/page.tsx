import { Link, useParams } from '@tanstack/react-router'
import type { Field } from '../../api/api.generated.ts'
import { useAnswer } from '../../api/answers.ts'
import { ActiveChecks } from '../../checks/active-checks.tsx'
import { NewCheck } from '../../checks/new-check.tsx'
import { Empty } from '../../kit/empty.tsx'
import { Fact } from '../../kit/fact.tsx'
import { Facts } from '../../kit/facts.tsx'
import { Failure } from '../../kit/failure.tsx'
import { ActMenu } from '../../kit/act-menu.tsx'
import { NoSuchThing, useNothing } from '../../shell/no-such-thing.tsx'
import { useAddress } from '../../shell/search.ts'
import { OtherRuns, RunActions } from '../../sources/run-actions.tsx'
import { Comparison } from './comparison.tsx'
import { Exclude } from './exclude.tsx'
import { Mask } from './mask.tsx'
import { Profile } from './profile.tsx'
import { ProfileChoice } from './profile-choice.tsx'

/** What is in a column, and whether it has moved. The profiles that are shown stand in the address. */
export default function FieldPage() {
  const id = Number((useParams({ strict: false }) as { id?: string }).id)
  const { one } = useAddress()
  const { data, error, refetch } = useAnswer('GET /api/fields/{id}', { path: { id } })
  const isNothing = useNothing(error, data)
  const kept = useAnswer('GET /api/fields/{id}/field-profiles', { path: { id }, query: { size: 10 } })
  const profiles = kept.data
  if (error && isNothing) return <NoSuchThing one="field" error={error} retry={() => void refetch()} />
  if (!data) return <p className="muted">Reading the field …</p>
  const shown = Number(one('profile')) || profiles?.items[0]?.id
  const against = Number(one('against')) || null
  return (
    <article className="stack">
      <title>{`${data.name} · Assay`}</title>
      <h1>{data.name}</h1>
      <About field={data} />
      <div className="row">
        <NewCheck
          datastoreId={data.datastore.id}
          begin={{ container: data.container.id, fields: data.name }}
          refused={data.status === 'excluded' ? 'An excluded field is not read; restore it first.' : null}
        />
        <RunActions datastoreId={data.datastore.id} container={data.container} />
        <ActMenu>
          <OtherRuns datastoreId={data.datastore.id} container={data.container} />
          <Mask field={data} />
          <Exclude field={data} />
        </ActMenu>
      </div>
      {kept.error && !profiles && <Failure error={kept.error} retry={() => void kept.refetch()} />}
      {profiles?.total === 0 && (
        <Empty title="It was never profiled">
          <p>A profile says how complete the field is, which values it has and how they are spread.</p>
        </Empty>
      )}
      {profiles && profiles.total > 0 && (
        <ProfileChoice profiles={profiles.items} shown={shown} against={against} />
      )}
      {shown !== undefined && against === null && <Profile id={shown} field={data} />}
      {shown !== undefined && against !== null && <Comparison left={against} right={shown} />}
      <section className="stack" aria-label="Checks of the field">
        <h2>Active checks</h2>
        <ActiveChecks
          key={id}
          container={data.container.id}
          field={data.name}
          none={<p className="muted">No active check looks at this field.</p>}
        />
      </section>
    </article>
  )
}

function About({ field }: { field: Field }) {
  const { type, native_type, nullable, status, container, datastore, quality_score, description } = field
  return (
    <Facts>
      <Fact name="Where">
        <Link to={`/datastores/${datastore.id}` as string}>{datastore.name}</Link> /{' '}
        <Link to={`/containers/${container.id}` as string}>{container.name}</Link>
      </Fact>
      <Fact name="Type">{type}</Fact>
      <Fact name="In the store">
        <code>{native_type}</code>
        {nullable ? '' : ', never NULL'}
      </Fact>
      <Fact name="Status">{status}</Fact>
      {quality_score && <Fact name="Quality score">{quality_score.total ?? '—'} of 100</Fact>}
      {description !== null && <Fact name="Description">{description}</Fact>}
    </Facts>
  )
}
