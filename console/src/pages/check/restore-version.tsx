import { Link } from '@tanstack/react-router'
import type { QualityCheck, QualityCheckChange, QualityCheckVersion } from '../../api/api.generated.ts'
import { outdate, useChange } from '../../api/answers.ts'
import { ask } from '../../api/ask.ts'
import { changeTo, contentOf } from '../../checks/content.ts'
import { Changes } from '../../checks/changes.tsx'
import { Button } from '../../kit/button.tsx'
import { Failure } from '../../kit/failure.tsx'
import { Sheet } from '../../kit/sheet.tsx'
import { Time } from '../../kit/time.tsx'
import { tell } from '../../kit/toasts.tsx'
import { useRefusal } from '../../shell/rights.ts'

/** Has a check say and demand again what it did in an earlier version. */
export function RestoreVersion({ check, version }: { check: QualityCheck; version: QualityCheckVersion }) {
  const { number } = version.version
  const lacking = useRefusal(check.datastore.id, check.status === 'Draft' ? 'Drafter' : 'Author')
  const isOpen = check.status === 'Active' || check.status === 'Draft'
  if (Object.keys(changeTo(version, check)).length === 0) return 'the same as now'
  const refused = isOpen ? lacking : 'An archived check stays as it is: make it a draft first.'
  return (
    <Sheet
      words="Restore …"
      label={`Restore version ${number} …`}
      title={`Restore version ${number}?`}
      refused={refused}
    >
      {(close) => <Restoring check={check} version={version} close={close} />}
    </Sheet>
  )
}

function Restoring({
  check,
  version,
  close,
}: {
  check: QualityCheck
  version: QualityCheckVersion
  close: () => void
}) {
  const { error, isPending, mutate } = useChange('PUT /api/quality-checks/{id}')
  const { id, status, inferred } = check
  const body = changeTo(version, check)
  const { number, valid_from, edited_by } = version.version
  const restore = () =>
    mutate(
      { path: { id }, body },
      {
        onSuccess() {
          tell(`Version ${number} is restored.`, () => void putBack(check, body))
          close()
        },
      },
    )
  return (
    <div className="stack">
      <p>
        {edited_by} made it <Time at={valid_from} />. This would change, as a new version:
      </p>
      <Changes from={check} to={restoredFrom(version, check)} />
      <p className="muted">
        The check stays {status}, and its people stay.
        {inferred && ' It was inferred from the data; what you change makes it yours.'}
      </p>
      {error && <Failure error={error} />}
      <div className="row">
        <Button kind="primary" disabled={isPending} onClick={restore}>
          Restore version {number}
        </Button>
        <Link to={`/checks/${id}/edit` as string} search={{ version: String(number) } as never}>
          Edit and try it first
        </Link>
      </div>
    </div>
  )
}

/** The check as it would be. */
function restoredFrom(version: QualityCheckVersion, check: QualityCheck): QualityCheck {
  const { status, owner, default_anomaly_assignee } = check
  return { ...version, status, owner, default_anomaly_assignee }
}

/** Undoes what was restored: what that changed is again as it was. */
async function putBack(check: QualityCheck, restored: QualityCheckChange): Promise<void> {
  const before = Object.entries(contentOf(check)).filter(([member]) => Object.hasOwn(restored, member))
  try {
    await ask('PUT /api/quality-checks/{id}', { path: { id: check.id }, body: Object.fromEntries(before) })
  } catch (error) {
    tell(error instanceof Error ? error.message : 'It was not done.')
  } finally {
    void outdate('quality-checks')
  }
}
