import { useState } from 'react'
import { useNavigate } from '@tanstack/react-router'
import type { Operation } from '../../api/api.generated.ts'
import { outdate } from '../../api/answers.ts'
import { ask } from '../../api/ask.ts'
import { Button } from '../../kit/button.tsx'
import { tell } from '../../kit/toasts.tsx'
import { useRefusal } from '../../shell/rights.ts'

/** What can be done with a run: stop it, go on with it, or do it again. */
export function Controls({ run }: { run: Operation }) {
  const refused = useRefusal(run.datastore.id, 'Editor')
  const navigate = useNavigate()
  const [isActing, setActing] = useState(false)
  const path = { id: run.id }
  const act = async (sentence: string, how: () => Promise<Operation>) => {
    setActing(true)
    try {
      const { id } = await how()
      tell(sentence)
      if (id !== run.id) await navigate({ to: `/runs/${id}` })
    } catch (error) {
      tell(error instanceof Error ? error.message : 'It was not done.')
    } finally {
      setActing(false)
    }
    void outdate('operations')
  }
  if (run.end_time === null) {
    return (
      <Button
        kind="danger"
        refused={refused}
        disabled={isActing}
        onClick={() =>
          void act('The run is being stopped', () => ask('PUT /api/operations/abort/{id}', { path }))
        }
      >
        Abort
      </Button>
    )
  }
  const canResume = run.result === 'aborted' || run.result === 'failure' || run.result === 'partial'
  return (
    <>
      {canResume && (
        <Button
          kind="primary"
          refused={refused}
          disabled={isActing}
          onClick={() => void act('The run goes on', () => ask('PUT /api/operations/run/{id}', { path }))}
        >
          Resume what is left
        </Button>
      )}
      <Button
        refused={refused}
        disabled={isActing}
        onClick={() => void act('It runs again', () => ask('PUT /api/operations/rerun/{id}', { path }))}
      >
        Run again
      </Button>
    </>
  )
}
