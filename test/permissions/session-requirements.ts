import { realToken } from '../harness/browser.ts'
import type { Requirement } from './requirements.ts'
import type { World } from './world.ts'

const token = async ({ app }: World) => ({ token: (await realToken(app)).bearer_token })

/** Signing in and out: whoever has a token. */
export const sessions: readonly Requirement[] = [
  { endpoint: 'POST /session', body: token },
  { endpoint: 'DELETE /session' },
  { endpoint: 'POST /session/codes', body: token },
]
