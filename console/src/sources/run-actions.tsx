import { useState } from 'react'
import { useNavigate } from '@tanstack/react-router'
import { outdate } from '../api/answers.ts'
import { ask } from '../api/ask.ts'
import { Button } from '../kit/button.tsx'
import { Named } from '../kit/named.tsx'
import { tell } from '../kit/toasts.tsx'
import { useRefusal } from '../shell/rights.ts'
import type { RunOf } from './run-form.tsx'
import { RunSheet } from './run-sheet.tsx'

const words = { sync: 'Sync', profile: 'Profile', scan: 'Scan' }

interface Stage {
  /** What one comes to the page for; default: none of them. */
  primary?: keyof typeof words | undefined
  /** Why nothing but a sync can do something yet; default: all can. */
  tooEarly?: string | null
}

/** Starts runs of a datastore, or of one of its containers, with the usual settings; each goes to the page of its run. */
export function RunActions({ datastoreId, container, primary, tooEarly = null }: RunOf & Stage) {
  const refused = useRefusal(datastoreId, 'Editor')
  const navigate = useNavigate()
  const [isStarting, setStarting] = useState(false)
  const start = async (type: keyof typeof words) => {
    const bounds = container === undefined ? {} : { container_names: [container.name] }
    setStarting(true)
    try {
      const { id } = await ask('POST /api/operations/run', {
        body:
          type === 'sync'
            ? { type, datastore_id: datastoreId }
            : { type, datastore_id: datastoreId, ...bounds },
      })
      void outdate('operations')
      tell(`Run ${id} has started.`)
      await navigate({ to: `/runs/${id}` })
    } catch (error) {
      tell(error instanceof Error ? error.message : 'The run was not started.')
    } finally {
      setStarting(false)
    }
  }
  return typesOf(container).map((type) => (
    <Button
      key={type}
      kind={type === primary ? 'primary' : 'plain'}
      refused={refused ?? (type === 'sync' ? null : tooEarly)}
      disabled={isStarting}
      onClick={() => void start(type)}
    >
      <span>
        {words[type]} {container ? <Named name={container.name} /> : 'all of it'}
      </span>
    </Button>
  ))
}

/** Starts runs of other kinds, or with other settings. */
export function OtherRuns({ datastoreId, container }: RunOf) {
  const refused = useRefusal(datastoreId, 'Editor')
  return (
    <>
      <RunSheet
        words="Run with settings"
        kinds={typesOf(container)}
        {...{ refused, datastoreId, container }}
      />
      <RunSheet
        words="Export or copy"
        kinds={['export', 'materialize']}
        {...{ refused, datastoreId, container }}
      />
    </>
  )
}

const typesOf = (container: RunOf['container']) =>
  container === undefined ? (['scan', 'profile', 'sync'] as const) : (['scan', 'profile'] as const)
