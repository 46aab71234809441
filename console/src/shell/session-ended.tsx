import { Link, useLocation } from '@tanstack/react-router'
import { Empty } from '../kit/empty.tsx'

/** In the place of a page whose session has ended while it was open. */
export function SessionEnded() {
  const { href } = useLocation()
  return (
    <Empty title="Your session has ended">
      <p>Its token has expired or was revoked, or you signed out elsewhere.</p>
      <Link to="/sign-in" search={{ to: href } as never}>
        Sign in and come back here
      </Link>
    </Empty>
  )
}
