import { useState, type ReactNode } from 'react'
import { Link } from '@tanstack/react-router'
import type { QualityCheck } from '../api/api.generated.ts'
import { useAnswer } from '../api/answers.ts'
import { Failure } from '../kit/failure.tsx'
import { Pages } from '../kit/pages.tsx'
import { PlainTable } from '../kit/plain-table.tsx'
import { Strip } from './strip.tsx'
import { Verdict } from './verdict.tsx'

/** The active checks of a container, or of one of its fields by name, page by page, with the way to them in the list of checks; `none` stands in their place. */
export function ActiveChecks({
  container,
  field,
  none,
}: {
  container: number
  field?: string
  none: ReactNode
}) {
  const [page, go] = useState(1)
  const { data, error, refetch } = useAnswer(
    'GET /api/quality-checks',
    {
      query: {
        container: [container],
        ...(field !== undefined && { field: [field] }),
        status: ['Active'],
        include: ['recent_results'],
        page,
        size: 100,
      },
    },
    { keep: true },
  )
  if (error && !data) return <Failure error={error} retry={() => void refetch()} />
  if (!data) return <p className="muted">Reading the checks …</p>
  if (data.total === 0) return none
  return (
    <>
      <PlainTable
        label="Checks"
        heads={['Check', 'Verdict', 'Last scans', 'Rule', 'Fields']}
        // Templates are listed only where they are asked for.
        rows={(data.items as QualityCheck[]).map(cellsOf)}
      />
      <Pages {...data} {...{ page, go }} one="check" ways={['Previous', 'Next']} />
      <p>
        <Link to={'/checks' as string} search={{ container, field } as never}>
          Open them in the list of checks
        </Link>
      </p>
    </>
  )
}

function cellsOf(check: QualityCheck) {
  return [
    <Link key="to" to={`/checks/${check.id}` as string}>
      {check.description || check.rule_type}
    </Link>,
    <Verdict key="verdict" check={check} />,
    <Strip key="strip" results={check.recent_results ?? []} />,
    check.rule_type,
    check.fields.map(({ name }) => name).join(', '),
  ]
}
