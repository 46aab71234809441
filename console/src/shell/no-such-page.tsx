import { Link } from '@tanstack/react-router'
import { Empty } from '../kit/empty.tsx'

/** For an address that leads to no page. */
export function NoSuchPage() {
  return (
    <Empty title="There is no such page">
      <p>The address may be of another version, or it was cut on its way.</p>
      <Link to="/">Go to the front page</Link>
    </Empty>
  )
}
