import { useEffect } from 'react'
import { Link, Outlet, useLocation, useNavigate } from '@tanstack/react-router'
import type { Role, Self } from '../api/api.generated.ts'
import { useAnswer } from '../api/answers.ts'
import { Failure } from '../kit/failure.tsx'
import { Toasts } from '../kit/toasts.tsx'
import { followChanges } from '../live/follow-changes.ts'
import { LiveDot } from '../live/live-dot.tsx'
import { Commands } from '../commands/commands.tsx'
import { PersonMenu } from './person-menu.tsx'
import { hasRole } from './rights.ts'
import { SessionEnded } from './session-ended.tsx'
import './shell.css'

/** Places of the rail, in their order. */
const places = [
  { to: '/overview', word: 'Overview', glyph: '◎' },
  { to: '/anomalies', word: 'Anomalies', glyph: '◆' },
  { to: '/checks', word: 'Checks', glyph: '✓' },
  { to: '/datastores', word: 'Datastores', glyph: '▤' },
  { to: '/runs', word: 'Runs', glyph: '▶' },
  { to: '/schedules', word: 'Schedules', glyph: '◷' },
  { to: '/flows', word: 'Flows', glyph: '⇢' },
  { to: '/people', word: 'People', glyph: '☺', need: 'Manager' },
  { to: '/audit', word: 'Audit', glyph: '≡', need: 'Admin' },
] as const satisfies readonly { to: string; word: string; glyph: string; need?: Role }[]

/** The places that are of use to this person: without the role that all of a page needs, it is not among them. */
function placesFor(me: Self) {
  return places.filter((place) => !('need' in place) || hasRole(me, place.need))
}

/** The frame of every page: the rail, the bar, and the page in it. Without a session it leads to the sign-in. */
export function Shell() {
  const me = useAnswer('GET /api/users/me', {}, { every: 60_000 })
  const here = useLocation()
  const navigate = useNavigate()
  const isStranger = me.error?.status === 401 && me.data === undefined
  useEffect(() => {
    // While the way there is loaded, this page is still here, at the address of the other.
    if (isStranger && here.pathname !== '/sign-in')
      void navigate({ to: '/sign-in', search: { to: here.href } as never, replace: true })
  }, [isStranger, here, navigate])
  const isKnown = me.data !== undefined
  useEffect(() => (isKnown ? followChanges() : undefined), [isKnown])
  if (isStranger) return null
  if (me.data === undefined)
    return me.error ? <Failure error={me.error} retry={() => void me.refetch()} /> : null
  return (
    <div className="shell">
      <a className="skip" href="#page">
        Skip to the page
      </a>
      <nav className="rail" aria-label="Pages">
        <Link to="/" className="brand">
          Assay
        </Link>
        {placesFor(me.data).map(({ to, word, glyph }) => (
          <Link key={to} to={to} className="place" activeProps={{ 'aria-current': 'page' }}>
            <span aria-hidden="true">{glyph}</span> <span className="word">{word}</span>
          </Link>
        ))}
      </nav>
      <header className="bar">
        <LiveDot />
        <span className="push" />
        <Commands />
        <PersonMenu me={me.data} />
      </header>
      <main id="page" className="page" tabIndex={-1}>
        {me.error?.status === 401 ? <SessionEnded /> : <Outlet />}
      </main>
      <Toasts />
    </div>
  )
}
