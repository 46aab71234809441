import { useState } from 'react'
import { Link } from '@tanstack/react-router'
import type { QualityCheck } from '../../api/api.generated.ts'
import { useAnswer } from '../../api/answers.ts'
import { Strip } from '../../checks/strip.tsx'
import { Verdict } from '../../checks/verdict.tsx'
import { Empty } from '../../kit/empty.tsx'
import { Failure } from '../../kit/failure.tsx'
import { Pages } from '../../kit/pages.tsx'
import { PlainTable } from '../../kit/plain-table.tsx'

/** The active checks of a container. */
export function ChecksOf({ id }: { id: number }) {
  const [page, go] = useState(1)
  const { data, error, refetch } = useAnswer(
    'GET /api/quality-checks',
    { query: { container: [id], status: ['Active'], include: ['recent_results'], page, size: 100 } },
    { keep: true },
  )
  if (error && !data) return <Failure error={error} retry={() => void refetch()} />
  if (!data) return null
  if (data.total === 0) {
    return (
      <Empty title="No check looks at it yet">
        <p>A profile proposes checks; or write one.</p>
      </Empty>
    )
  }
  return (
    <>
      <PlainTable
        label="Checks"
        heads={['Check', 'Verdict', 'Last scans', 'Rule', 'Fields']}
        rows={(data.items as QualityCheck[]).map((check) => [
          <Link key="to" to={`/checks/${check.id}` as string}>
            {check.description || check.rule_type}
          </Link>,
          <Verdict key="verdict" check={check} />,
          <Strip key="strip" results={check.recent_results ?? []} />,
          check.rule_type,
          check.fields.map(({ name }) => name).join(', '),
        ])}
      />
      {data.pages > 1 && (
        <Pages
          {...{ page, go }}
          pages={data.pages}
          total={data.total}
          one="check"
          ways={['Previous', 'Next']}
        />
      )}
      <p>
        <Link to={'/checks' as string} search={{ container: id } as never}>
          Open them in the list of checks
        </Link>
      </p>
    </>
  )
}
