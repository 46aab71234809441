import type { ReactNode } from 'react'
import { Link } from '@tanstack/react-router'
import { Button } from '../kit/button.tsx'
import { useRefusal, useRefusalEverywhere } from '../shell/rights.ts'

/** What a new check begins with; all of it can be changed there. */
interface Beginning {
  container: number
  fields?: string | readonly string[]
  rule?: string
  min?: string | undefined
  max?: string | undefined
}

/** The way to a new check on a datastore, and a button that says why where one may not even draft it. */
export function NewCheck({
  datastoreId,
  begin,
  refused = null,
  kind = 'primary',
  children = 'New check',
}: {
  datastoreId: number
  begin: Beginning
  /** Another reason why there can be none; null: there is none. */
  refused?: string | null
  kind?: 'primary' | 'plain'
  children?: ReactNode
}) {
  const lacking = useRefusal(datastoreId, 'Drafter')
  return <Way refused={refused ?? lacking} {...{ begin, kind, children }} />
}

/** The way to a new check of whatever is chosen there. */
export function NewCheckAnywhere() {
  const refused = useRefusalEverywhere('Drafter')
  return (
    <Way refused={refused} begin={{}} kind="primary">
      New check
    </Way>
  )
}

function Way({
  refused,
  begin,
  kind,
  children,
}: {
  refused: string | null
  begin: Partial<Beginning>
  kind: 'primary' | 'plain'
  children: ReactNode
}) {
  if (refused !== null)
    return (
      <Button kind={kind} refused={refused}>
        {children}
      </Button>
    )
  return (
    <Link className={`button ${kind}`} to={'/checks/new' as string} search={begin as never}>
      {children}
    </Link>
  )
}
