import { Empty } from '../../kit/empty.tsx'

/** For a service without a datastore. */
export function FirstSteps() {
  return (
    <Empty title="Nothing is connected yet">
      <p>Three steps lead to the first findings: connect a datastore, sync it, and scan it with checks.</p>
      <a href="/api/docs">See the requests that do it</a>
    </Empty>
  )
}
