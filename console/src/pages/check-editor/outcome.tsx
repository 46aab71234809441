import type { CheckDryRun } from '../../api/api.generated.ts'
import { Button } from '../../kit/button.tsx'
import { Cell } from '../../kit/cell.tsx'
import { Failure } from '../../kit/failure.tsx'
import { PlainTable } from '../../kit/plain-table.tsx'
import { State } from '../../kit/state.tsx'
import { Tick } from '../../kit/tick.tsx'
import { count, counted } from '../../words/numbers.ts'
import type { Trial } from './trial.ts'
import { Said } from '../../kit/said.tsx'

/** Most failing rows that are drawn. */
const drawn = 50

/** What a trial of the check found. `missing` says what is still to be written; null: it can be tried. */
export function Outcome({
  trial,
  missing,
  fields,
}: {
  trial: Trial
  missing: string | null
  fields: readonly string[]
}) {
  const { verdict, findings, error, isRunning, isSlow, isCurrent } = trial
  return (
    <section className="outcome stack tight" aria-label="Trial" aria-busy={isRunning}>
      <div className="row">
        <h2>Trial</h2>
        <Button disabled={missing !== null} onClick={isRunning ? trial.stop : trial.run}>
          {isRunning ? 'Stop' : 'Try it now'}
        </Button>
        <Tick words="all rows" isTicked={trial.isWhole} tick={(isWhole) => trial.setWhole(isWhole)} />
        {isSlow && !isCurrent && !isRunning && (
          <span className="muted">The last trial took long, so it waits for you.</span>
        )}
      </div>
      {missing !== null && <p className="muted">{missing}</p>}
      {error && !isRunning && <Failure error={error} />}
      {verdict && !error && (
        <div className={isCurrent ? 'stack tight' : 'stack tight old'}>
          <div className="row" role="status">
            <State name={verdict.assertion_result} />
            <span>{sentenceOf(verdict)}</span>
            <span className="muted">
              {counted(verdict.records_processed, 'row')} read, {count(verdict.ms)} ms
            </span>
          </div>
          {findings && <FailingRows findings={findings} fields={fields} />}
          {!findings && (verdict.anomalous_records ?? 0) > 0 && (
            <p className="muted">Save it as a draft to see the failing rows; no scan judges a draft.</p>
          )}
          {verdict.sql !== '' && (
            <details>
              <summary>SQL</summary>
              <pre>{verdict.sql}</pre>
            </details>
          )}
        </div>
      )}
    </section>
  )
}

function sentenceOf({
  message,
  asserted_records,
  anomalous_records,
  assertion_result,
}: Trial['verdict'] & object): string {
  if (asserted_records === null || anomalous_records === null || assertion_result === 'unasserted')
    return message
  // A total is wrong, and no row is.
  if (assertion_result === 'failed' && anomalous_records === 0) return message
  const share = asserted_records === 0 ? 0 : (anomalous_records / asserted_records) * 100
  return anomalous_records === 0
    ? `All ${counted(asserted_records, 'row')} hold.`
    : `${count(anomalous_records)} of ${counted(asserted_records, 'row')} fail, ${Number(share.toPrecision(4))} %.`
}

function FailingRows({ findings, fields }: { findings: CheckDryRun; fields: readonly string[] }) {
  const rows = findings.source_records.slice(0, drawn)
  if (rows.length === 0) {
    return findings.anomalies.map(({ message }, index) => (
      <p key={index}>
        <Said text={message} />
      </p>
    ))
  }
  const names = findings.fields.map(({ name }) => name)
  const ordered = [
    ...names.filter((name) => fields.includes(name)),
    ...names.filter((name) => !fields.includes(name)),
  ]
  return (
    <>
      <h3>
        {rows.length === findings.anomalous_records
          ? 'Failing rows'
          : `The first ${rows.length} failing rows`}
      </h3>
      <PlainTable
        isOfValues
        label="Failing rows"
        heads={ordered}
        rows={rows.map((row) =>
          ordered.map((name) =>
            fields.includes(name) ? (
              <span key={name} className="failing">
                <Cell value={row[name]} />
                <span className="unseen"> fails</span>
              </span>
            ) : (
              <Cell key={name} value={row[name]} />
            ),
          ),
        )}
      />
    </>
  )
}
