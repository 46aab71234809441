import { useEffect, useRef } from 'react'
import { Outlet, useLocation, useNavigate } from '@tanstack/react-router'
import type { Self } from '../api/api.generated.ts'
import { answers, keyOf, outdate, useAnswer } from '../api/answers.ts'
import { onStranger } from '../api/request.ts'
import { Failure } from '../kit/failure.tsx'
import { EvidencePlace } from '../checks/evidence-place.tsx'
import { useNarrow } from '../kit/narrow.ts'
import { Toasts } from '../kit/toasts.tsx'
import { useUnsavedForms } from '../kit/unsaved-input.ts'
import { followAbsence } from '../live/absence.ts'
import { closeStream, followChanges, useBegun } from '../live/follow-changes.ts'
import { InboxLink } from '../inbox/inbox-link.tsx'
import { LiveDot } from '../live/live-dot.tsx'
import { Commands } from '../commands/commands.tsx'
import { useOpenedLists } from '../tables/opened-list.ts'
import { AwayNotice } from './away-notice.tsx'
import { NeighboursBar } from './neighbours.tsx'
import { PageName } from './page-name.tsx'
import { PersonMenu } from './person-menu.tsx'
import { Rail } from './rail.tsx'
import { SessionEnded } from './session-ended.tsx'
import { AskingPlace } from './unsaved.tsx'
import './shell.css'

/** The frame of every page: the rail, the bar, and the page in it. Without a session it leads to the sign-in. */
export function Shell() {
  const me = useAnswer('GET /api/users/me', {}, { every: 60_000 })
  const unsaved = useUnsavedForms()
  const here = useLocation()
  const navigate = useNavigate()
  const isNarrow = useNarrow()
  const isStranger = me.error?.status === 401 && me.data === undefined
  useEffect(() => {
    // While the way there is loaded, this page is still here, at the address of the other.
    if (isStranger && here.pathname !== '/sign-in')
      void navigate({ to: '/sign-in', search: { to: here.href } as never, replace: true })
  }, [isStranger, here, navigate])
  const hasEnded = me.error?.status === 401
  const isIn = me.data !== undefined && !hasEnded
  useEffect(() => (isIn ? followChanges() : undefined), [isIn])
  useEffect(() => {
    // It was opened before it was known who is here.
    if (isStranger) closeStream()
  }, [isStranger])
  useEffect(() => onStranger(askWhoIsIn), [])
  useEffect(followAbsence, [])
  useOpenedLists()
  useReloadForAnother(me.data?.id)
  useOtherRights(me.data)
  const isBegun = useBegun()
  if (isStranger) return null
  if (me.data === undefined || !isBegun)
    return me.error ? <Failure error={me.error} retry={() => void me.refetch()} /> : null
  return (
    <div className="shell">
      <a className="skip" href="#page">
        Skip to the page
      </a>
      <Rail me={me.data} />
      <header className="bar">
        <LiveDot />
        {!isNarrow && <NeighboursBar />}
        <span className="push" />
        <Commands me={me.data} />
        <InboxLink />
        <PersonMenu me={me.data} unsaved={unsaved} />
      </header>
      {isNarrow && <NeighboursBar />}
      <AwayNotice />
      <main id="page" className="page" tabIndex={-1}>
        <AskingPlace unsaved={unsaved}>
          <Outlet />
        </AskingPlace>
      </main>
      <EvidencePlace />
      {hasEnded && <SessionEnded />}
      <Toasts />
      <PageName />
    </div>
  )
}

/** Asks anew who is signed in, unless that was the question, or its last answer: nobody. */
function askWhoIsIn(url: string): void {
  const known = answers.getQueryState(keyOf('GET /api/users/me', {}))
  if (url !== '/api/users/me' && known?.error == null) void outdate('users/me')
}

/** Asks for all that is shown anew when the rights of the person are others than they were: what they lost is not theirs to see. */
function useOtherRights(me: Self | undefined): void {
  const rights = me && JSON.stringify([me.id, me.role, me.permissions])
  const former = useRef(rights)
  useEffect(() => {
    if (rights === undefined || rights === former.current) return
    if (former.current !== undefined) void answers.invalidateQueries()
    former.current = rights
  }, [rights])
}

/** Begins anew when another person signs in, here or in another tab: what is shown was for the former one. */
function useReloadForAnother(id: number | undefined): void {
  const first = useRef(id)
  useEffect(() => {
    first.current ??= id
    if (id !== undefined && id !== first.current) location.reload()
  }, [id])
}
