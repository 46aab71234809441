import { Session, SessionInput, SignInCode, SignInCodeInput } from '../../model/session.ts'
import { beginSession } from '../../services/sessions/begin.ts'
import { makeSignInCode } from '../../services/sessions/code.ts'
import { endSession } from '../../services/sessions/end.ts'
import { defineOpenRoute, defineRoute, defineRoutes } from '../route.ts'
import { SessionAnswer } from '../session-cookie.ts'

export default defineRoutes('Sessions', [
  defineOpenRoute({
    id: 'beginSession',
    method: 'POST',
    path: '/session',
    summary: 'Sign in',
    doc: 'Begins a session for a browser: the cookie `assay_session`, which every endpoint takes instead of a token. With it, a request that changes something must come from a page of the service. A session that the browser had ends.',
    body: SessionInput,
    responses: { 201: Session },
    refuses: [401, 403],
    handler: async (visitor, { body, session }) => {
      const begun = await beginSession(visitor, body, session)
      return new SessionAnswer(begun.session, { secret: begun.secret, expires: begun.session.expires })
    },
  }),
  defineRoute({
    id: 'endSession',
    method: 'DELETE',
    path: '/session',
    summary: 'Sign out',
    doc: 'Ends the session of the cookie that came, and the streams that are read with it; without one there is nothing to end.',
    need: 'Member',
    responses: { 204: null },
    handler: async (context, { session }) => {
      await endSession(context, session)
      return new SessionAnswer(undefined, null)
    },
  }),
  defineOpenRoute({
    id: 'createSignInCode',
    method: 'POST',
    path: '/session/codes',
    summary: 'Make a one-time code to sign in with',
    doc: 'Makes a code that opens one session within ten minutes, for a link. It takes the token itself, which a session does not give.',
    body: SignInCodeInput,
    responses: { 201: SignInCode },
    refuses: [401, 403],
    handler: (visitor, { body }) => makeSignInCode(visitor, body.token),
  }),
])
