import type { ReactNode } from 'react'
import { Link } from '@tanstack/react-router'
import type { Anomaly, Endpoints } from '../api/api.generated.ts'
import { useAnswer } from '../api/answers.ts'
import { counted } from '../words/numbers.ts'
import { failedChecks } from './failed-checks.ts'

/** Where this anomaly has its like: of the same checks, in the same table or file, and of the same scan, each with their number. */
export function Related({ anomaly }: { anomaly: Anomaly }) {
  const { container, container_scan_id: scan } = anomaly
  return (
    <section aria-label="Related">
      <h2>Related</h2>
      <ul>
        {failedChecks(anomaly).map(({ id, description, rule }) => (
          <Alike key={id} isOpen query={{ quality_check: [id] }} search={{ quality_check: String(id) }}>
            of “{description || rule}”
          </Alike>
        ))}
        <Alike isOpen query={{ container: [container.id] }} search={{ container: String(container.id) }}>
          in {container.name}
        </Alike>
        <Alike query={{ container_scan: scan }} to={`/container-scans/${scan}`}>
          of the scan that found it first
        </Alike>
      </ul>
    </section>
  )
}

/** How many there are, this one among them, and the way to them. */
function Alike({
  query,
  isOpen = false,
  to = '/anomalies',
  search = {},
  children,
}: {
  query: Endpoints['GET /api/anomalies']['query']
  /** True: they are open ones alone. */
  isOpen?: boolean
  to?: string
  search?: Record<string, string>
  children: ReactNode
}) {
  const { data } = useAnswer('GET /api/anomalies', { query: { ...query, size: 1 } })
  const which = isOpen ? 'open ' : ''
  return (
    <li>
      <Link to={to} search={search as never}>
        {data ? counted(data.total, `${which}anomaly`, `${which}anomalies`) : '…'} {children}
      </Link>
    </li>
  )
}
