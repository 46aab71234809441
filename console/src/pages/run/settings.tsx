import type { Operation } from '../../api/api.generated.ts'

/** Members that say how a run went, and not how it was to be. */
const outcome = new Set(
  `id created dispatched start_time end_time result message status has_logs containers container_scans container_profiles
  datastore schedule triggered_by action_execution_id flow_triggering_path tags results`.split(/\s+/),
)

/** How a run was to be, as the request that starts one like it. */
export function RunSettings({ run }: { run: Operation }) {
  const payload = Object.fromEntries(Object.entries(run).filter(([member]) => !outcome.has(member)))
  return (
    <div className="stack">
      <p className="muted">
        The body of <code>POST /api/operations/run</code> that starts a run like this one:
      </p>
      <pre tabIndex={0}>{JSON.stringify(payload, null, 2)}</pre>
    </div>
  )
}
