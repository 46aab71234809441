import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Service } from './launch-service.ts'
import { placeForHome, startService } from './service-process.ts'
import type { Body } from './scan-rounds.ts'

/** Processes of the service on one database, of which any may be killed at any moment. */
export interface ServiceGroup {
  /** The number of processes. */
  size: number
  /** Kills the process in this place and starts another of the same roles, which is ready when this returns. */
  replace(place: number): Promise<void>
  /**
   * Asks any process that serves the API, and another one when it is killed meanwhile. `isDone` looks whether a request that
   * got no answer was carried out all the same; without it the request is sent again. Answers below 300 only, else it throws.
   */
  ask(method: string, path: string, body?: object, isDone?: () => Promise<Body | null>): Promise<Body>
  /** The same for any status, which is part of the answer. */
  answer(method: string, path: string, body?: object): Promise<{ status: number; body: Body } | null>
  stop(): Promise<void>
}

interface Member {
  roles: string
  home: string
  remove(): void
  service: Service
  url: string
}

/** Starts one process per text of roles, e.g. `api,worker`; each is ready when this returns. `differing`: further settings of that in a place. */
export async function startGroup(
  roles: readonly string[],
  settings: Record<string, string>,
  program: string | null = null,
  differing: Readonly<Record<number, Record<string, string>>> = {},
): Promise<ServiceGroup> {
  const start = (roles: string, home: string, place: number) =>
    startService(
      {
        ASSAY_SECRET_KEY: 'one key of the group, long enough to be one',
        ...settings,
        ...differing[place],
        ASSAY_HOME: home,
        ASSAY_ROLE: roles,
      },
      null,
      program,
    )
  const members: Member[] = []
  for (const [place, role] of roles.entries()) {
    const { home, remove } = placeForHome('open')
    const service = start(role, home, place)
    members.push({ roles: role, home, remove, service, url: await service.ready })
  }
  const serving = members.filter((member) => member.roles.includes('api'))
  const token = readFileSync(join(serving[0]?.home ?? '', 'admin-token'), 'utf8').trim()
  let turn = 0

  async function answer(method: string, path: string, body?: object) {
    turn += 1
    const { url } = serving[turn % serving.length] as Member
    try {
      const response = await fetch(`${url}/api${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      })
      const text = await response.text()
      if (response.status === 503) return null
      return { status: response.status, body: text === '' ? null : JSON.parse(text) }
    } catch {
      return null
    }
  }

  return {
    size: members.length,
    answer,
    async replace(place) {
      const member = members[place] as Member
      await member.service.end('SIGKILL')
      member.service = start(member.roles, member.home, place)
      member.url = await member.service.ready
    },
    async ask(method, path, body, isDone) {
      for (;;) {
        const given = await answer(method, path, body)
        if (given && given.status < 300) return given.body
        if (given) throw new Error(`${method} ${path}: ${given.status} ${JSON.stringify(given.body)}`)
        await delay(20)
        const done = await isDone?.()
        if (done) return done
      }
    },
    async stop() {
      await Promise.all(members.map(({ service }) => service.end()))
      for (const { remove } of members) remove()
    },
  }
}
