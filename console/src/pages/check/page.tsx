import { Link, useParams } from '@tanstack/react-router'
import type { PastResult, QualityCheck } from '../../api/api.generated.ts'
import { useAnswer } from '../../api/answers.ts'
import { CheckActions } from '../../checks/actions.tsx'
import { inferenceOf } from '../../checks/inference.ts'
import { properties } from '../../checks/properties.ts'
import { reasonOf } from '../../checks/reason.ts'
import { SqlOf } from '../../checks/sql-of.tsx'
import { Strip } from '../../checks/strip.tsx'
import { Fact } from '../../kit/fact.tsx'
import { Facts } from '../../kit/facts.tsx'
import { Failure } from '../../kit/failure.tsx'
import { Said } from '../../kit/said.tsx'
import { Severity } from '../../kit/severity.tsx'
import { State } from '../../kit/state.tsx'
import { Time } from '../../kit/time.tsx'
import { NoSuchThing, useNothing } from '../../shell/no-such-thing.tsx'
import { percent } from '../../words/numbers.ts'
import { Course } from './course.tsx'
import { Findings } from './findings.tsx'
import { Judgements } from './judgements.tsx'
import { Versions } from './versions.tsx'

/** The life of one rule: what it demands, how it stood, and who made it so. */
export default function CheckPage() {
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  const path = { id: Number(id) }
  const { data, error, refetch } = useAnswer('GET /api/quality-checks/{id}', { path })
  const isNothing = useNothing(error, data)
  const past = useAnswer('GET /api/quality-checks/{id}/results', { path, query: { size: 30 } })
  const results = past.data
  if (error && isNothing) return <NoSuchThing one="check" error={error} retry={() => void refetch()} />
  if (!data) return <p className="muted">Reading the check …</p>
  return (
    <article className="stack">
      <title>{`${data.description} · Assay`}</title>
      <header className="stack">
        <h1>{data.description || data.rule_type}</h1>
        {results && <Standing check={data} results={results.items} />}
        <WhyInferred check={data} />
        <CheckActions check={data} />
      </header>
      <Definition check={data} />
      {results && <Course check={data} results={results.items} />}
      {past.error && !results && <Failure error={past.error} retry={() => void past.refetch()} />}
      <Findings check={data} />
      {results && <Judgements results={results} />}
      <Versions check={data} />
      <SqlOf id={path.id} />
    </article>
  )
}

function Standing({ check, results }: { check: QualityCheck; results: readonly PastResult[] }) {
  const [last] = results
  if (last === undefined) {
    return (
      <div className="row">
        <State name="none" />
        <span>
          {check.status === 'Draft' ? (
            'Scans do not judge drafts: activate it first.'
          ) : (
            <>
              No scan has looked since it was made <Time at={check.created} />.
            </>
          )}
        </span>
      </div>
    )
  }
  return (
    <div className="row">
      <State name={last.assertion_result} />
      <span>{reasonOf(last)}</span>
      <span className="muted">
        <Time at={last.start_time} />
      </span>
      <Strip results={results} />
    </div>
  )
}

/** What a profile saw that made the check, as long as nobody has made it theirs, or decided about one that rows are against. */
function WhyInferred({ check }: { check: QualityCheck }) {
  const inference = check.inferred ? inferenceOf(check) : null
  if (inference === null || (check.status !== 'Draft' && inference.exceptions > 0)) return null
  return (
    <p>
      A profile made it: <Said text={inference.reason} />
    </p>
  )
}

const called = (person: QualityCheck['owner']) => person?.name ?? person?.user_name ?? 'nobody'

function Definition({ check }: { check: QualityCheck }) {
  const { rule_type, container, datastore, fields, filter, coverage, weight, owner, status } = check
  const tags = [...check.global_tags, ...check.inherited_tags]
  return (
    <Facts>
      <Fact name="Status">
        {status}
        {check.inferred && ', inferred from the data'}
      </Fact>
      <Fact name="Rule">
        <code>{rule_type}</code>
      </Fact>
      <Fact name="Where">
        <Link to={`/datastores/${datastore.id}` as string}>{datastore.name}</Link> /{' '}
        <Link to={`/containers/${container.id}` as string}>{container.name}</Link>
      </Fact>
      {fields.length > 0 && <Fact name="Fields">{fields.map(({ name }) => name).join(', ')}</Fact>}
      {properties(check.properties).map(([name, values]) => (
        <Fact key={name} name={name}>
          {values.map((value, place) => (
            <span key={place}>
              {place > 0 && ', '}
              <code>{value}</code>
            </span>
          ))}
        </Fact>
      ))}
      {filter !== null && (
        <Fact name="Only rows where">
          <code>{filter}</code>
        </Fact>
      )}
      <Fact name="Share of rows that has to hold">{percent(coverage)}</Fact>
      <Fact name="Weight">
        <Severity weight={weight} />
      </Fact>
      <Fact name="Owner">{called(owner)}</Fact>
      <Fact name="New anomalies go to">{called(check.default_anomaly_assignee)}</Fact>
      {tags.length > 0 && (
        <Fact name="Tags">
          {tags.map(({ name }) => (
            <span key={name} className="chip">
              {name}
            </span>
          ))}
        </Fact>
      )}
    </Facts>
  )
}
