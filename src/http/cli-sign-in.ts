import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Type, type Static } from 'typebox'
import { invalidParameter, ServiceError } from '../kernel/errors.ts'
import { Name } from '../model/wire.ts'
import type { Principal } from '../model/principal.ts'
import type { RunEnvironment } from '../runs/operation.ts'
import { authorizeProgram } from '../services/tokens/authorize-program.ts'
import type { Admission } from './admit.ts'
import { escaped } from './text-page.ts'

/** What a command says when it opens the browser: where it listens, a secret that it knows the answer by, and its machine. */
const Asked = Type.Object({
  redirect_uri: Type.String({ maxLength: 500 }),
  state: Type.String({ pattern: '^[\\w.~-]{8,256}$' }),
  hostname: Type.Optional(Name),
})
type Asked = Static<typeof Asked>

const path = '/cli/authorize'
const endpoint = `POST ${path}`

/**
 * Lets a command of the same machine in by the session of a browser: a page asks the person, and the answer is handed to the
 * command. Nothing is made without that click, because any page can open this one. Not a part of the API document.
 */
export async function serveCliSignIn(
  app: FastifyInstance,
  environment: RunEnvironment,
  admission: Admission,
): Promise<void> {
  await app.register(async (pages) => {
    pages.addContentTypeParser<string>(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_request, text, done) => done(null, new URLSearchParams(text)),
    )
    const schema = { hide: true, querystring: Asked }
    pages.get<{ Querystring: Asked }>(path, { schema }, async (request, reply) => {
      const back = listenerOf(request.query)
      const principal = await visitorOf(admission, request)
      if (principal === null) return reply.redirect(signInFor(request.query))
      return sendQuestion(reply, request.query, principal, back)
    })
    pages.post<{ Querystring: Asked; Body: URLSearchParams }>(path, { schema }, async (request, reply) => {
      const back = listenerOf(request.query)
      const principal = await visitorOf(admission, request)
      if (principal === null) return reply.redirect(signInFor(request.query), 303)
      back.searchParams.set('state', request.query.state)
      if (request.body.get('answer') === 'allow') {
        const context = { ...environment, principal, origin: { endpoint, ip_address: request.ip } }
        back.searchParams.set('token', await authorizeProgram(context, request.query.hostname ?? ''))
      } else back.searchParams.set('error', 'It was refused in the browser.')
      return reply.redirect(back.href, 303)
    })
  })
}

/** Null when the browser is not signed in. */
async function visitorOf(admission: Admission, request: FastifyRequest): Promise<Principal | null> {
  try {
    return await admission.admit(request)
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'unauthenticated') return null
    throw error
  }
}

/** Where the command listens. A token goes to no other machine than the one that the browser is on. */
function listenerOf({ redirect_uri }: Asked): URL {
  const url = URL.parse(redirect_uri)
  const isLocal = url?.protocol === 'http:' && ['127.0.0.1', 'localhost'].includes(url.hostname)
  const isPlain = url?.username === '' && url.password === '' && url.search === '' && url.hash === ''
  if (url && isLocal && isPlain && url.port !== '') return url
  throw invalidParameter(
    'redirect_uri',
    'The address must be one of a program on this machine: http://127.0.0.1:PORT/PATH.',
  )
}

/** The address of this page with what was asked, as the browser opens it. */
const addressOf = (asked: Asked): string => `/api${path}?${new URLSearchParams({ ...asked }).toString()}`

const signInFor = (asked: Asked): string => `/console/sign-in?to=${encodeURIComponent(addressOf(asked))}`

function sendQuestion(reply: FastifyReply, asked: Asked, { user_name }: Principal, back: URL): FastifyReply {
  const machine = asked.hostname === undefined ? 'this machine' : `“${asked.hostname}”`
  // The answer leads the form to the command, so that its address is one to which forms may lead.
  const policy = `default-src 'none'; base-uri 'none'; form-action 'self' ${back.origin}; frame-ancestors 'none'`
  return reply
    .header('content-security-policy', policy)
    .header('referrer-policy', 'same-origin')
    .header('x-frame-options', 'DENY')
    .type('text/html; charset=utf-8')
    .send(
      [
        '<!doctype html><html lang="en"><meta charset="utf-8"><title>Let a command in - Assay</title>',
        '<meta name="viewport" content="width=device-width">',
        '<main><h1>Let a command in?</h1>',
        `<p>A command on ${escaped(machine)} asks to act as <b>${escaped(user_name)}</b>. It gets a token of yours for 90 days, which you can revoke.</p>`,
        '<p>Allow it only if you have just started <code>assay login</code>, or a program like it, yourself.</p>',
        `<form method="post" action="${escaped(addressOf(asked))}">`,
        '<button name="answer" value="allow">Allow</button> <button name="answer" value="refuse">Refuse</button>',
        '</form></main></html>',
      ].join('\n'),
    )
}
