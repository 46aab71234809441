import { useState } from 'react'
import { Link, useNavigate } from '@tanstack/react-router'
import type { OpenCheckStatus, QualityCheck, QualityCheckInput } from '../../api/api.generated.ts'
import { answers, keyOf, outdate } from '../../api/answers.ts'
import { ask } from '../../api/ask.ts'
import { Button } from '../../kit/button.tsx'
import { Failure } from '../../kit/failure.tsx'
import { MayNot } from '../../kit/may-not.tsx'
import { tell } from '../../kit/toasts.tsx'
import { useRefusal, useRefusalEverywhere } from '../../shell/rights.ts'
import type { Draft } from './draft.ts'
import type { peopleOf } from './people-of.ts'

interface Saving {
  error: Error | null
  isBusy: boolean
  /** What keeps the form from being saved; null: nothing. */
  missing: string | null
  save(status: OpenCheckStatus): void
}

/** How the form takes part: what it does before, and what once the check is kept. */
interface Form {
  through: (act: () => void) => void
  kept: (saved: QualityCheck) => void
}

/** Keeps the check of a form; a new one is then gone to, an active one to its page. */
export function useSaving(
  check: QualityCheck | null,
  input: QualityCheckInput | string,
  people: ReturnType<typeof peopleOf>,
  { through, kept }: Form,
): Saving {
  const [error, setError] = useState<Error | null>(null)
  const [isBusy, setBusy] = useState(false)
  const navigate = useNavigate()
  const save = async (status: OpenCheckStatus) => {
    if (typeof input === 'string' || isBusy) return
    setBusy(true)
    setError(null)
    try {
      const body = { ...input, ...people, fields: input.fields ?? [], status }
      const saved =
        check === null
          ? await ask('POST /api/quality-checks', { body })
          : await ask('PUT /api/quality-checks/{id}', { path: { id: check.id }, body })
      const { id } = saved
      // The page knows it as saved at once, however long the lists take that are asked again.
      answers.setQueryData(keyOf('GET /api/quality-checks/{id}', { path: { id } }), saved)
      kept(saved)
      void outdate('quality-checks')
      tell(
        status === 'Active' ? 'Saved; scans judge it from now on.' : 'Saved as a draft; no scan judges it.',
      )
      const to = status === 'Active' ? `/checks/${id}` : `/checks/${id}/edit`
      await navigate({ to, ignoreBlocker: true })
    } catch (problem) {
      setError(problem instanceof Error ? problem : new Error(String(problem)))
    } finally {
      setBusy(false)
    }
  }
  return {
    error,
    isBusy,
    missing: typeof input === 'string' ? input : null,
    save: (status) => through(() => void save(status)),
  }
}

/** Above the form: why the person may not save the check at all, where it is or, as long as no datastore is chosen, anywhere. */
export function MayNotSave({ check, draft: { datastoreId } }: { check: QualityCheck | null; draft: Draft }) {
  const needed = check?.status === 'Active' ? 'Author' : 'Drafter'
  const here = useRefusal(datastoreId ?? undefined, needed)
  const anywhere = useRefusalEverywhere(needed)
  return <MayNot why={datastoreId === null ? anywhere : here} />
}

/** The buttons that keep a check, why they cannot be used, and what the service said when it refused. */
export function SaveBar({
  saving,
  check,
  draft,
  isChanged,
}: {
  saving: Saving
  check: QualityCheck | null
  draft: Draft
  isChanged: boolean
}) {
  const { missing, isBusy, error, save } = saving
  const datastoreId = draft.datastoreId ?? undefined
  const drafter = useRefusal(datastoreId, check?.status === 'Active' ? 'Author' : 'Drafter')
  const author = useRefusal(datastoreId, 'Author')
  return (
    <div className="stack tight">
      <div className="row">
        <Button kind="primary" refused={missing ?? author} disabled={isBusy} onClick={() => save('Active')}>
          {check?.status === 'Active' ? 'Save' : 'Save and activate'}
        </Button>
        <Button refused={missing ?? drafter} disabled={isBusy} onClick={() => save('Draft')}>
          Save as a draft
        </Button>
        {check && <Link to={`/checks/${check.id}` as string}>Back to the check</Link>}
        {check && isChanged && <span className="muted">Changed, not saved</span>}
      </div>
      {error && <Failure error={error} />}
    </div>
  )
}
