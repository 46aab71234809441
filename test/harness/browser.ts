import assert from 'node:assert/strict'
import type { Route } from '../../src/http/route.ts'
import { issueToken } from '../../src/services/tokens/create.ts'
import type { Answer, TestApp } from './app.ts'

/** Headers of a request that a page of the service makes. */
export const ownPage = { 'sec-fetch-site': 'same-origin' }

/** A token that works, of a new user with this role. */
export async function realToken(
  app: TestApp,
  role: 'Member' | 'Manager' | 'Admin' = 'Admin',
  days: number | null = null,
) {
  const user_name = await app.user(role)
  const { rows } = await app.environment.store.pool.query('select id from users where user_name = $1', [
    user_name,
  ])
  const userId: number = rows[0].id
  const { id, bearer_token } = await issueToken(app.environment, userId, 'laptop', days)
  return { id, userId, user_name, bearer_token }
}

/** The cookie of an answer, as the browser sends it back; empty when it was taken away. */
export function cookieOf({ headers }: Answer): string {
  const [pair = ''] = String(headers['set-cookie'] ?? '').split(';')
  assert.match(pair, /^assay_session=/)
  return pair === 'assay_session=' ? '' : pair
}

/** Asks with a cookie and no token. */
export function askBy(
  app: TestApp,
  cookie: string,
  method: Route['method'],
  path: string,
  body?: unknown,
  headers: Record<string, string> = ownPage,
): Promise<Answer> {
  const text = body === undefined ? '' : JSON.stringify(body)
  return app.askRaw(method, path, text, {
    'content-type': 'application/json',
    authorization: '',
    cookie,
    ...headers,
  })
}

/** Signs in as a page does, and returns the cookie. */
export async function signIn(app: TestApp, token: string): Promise<string> {
  const answer = await askBy(app, '', 'POST', '/api/session', { token })
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  return cookieOf(answer)
}
