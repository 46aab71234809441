import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Route } from '../../src/http/route.ts'
import { roles, teamPermissions } from '../../src/model/principal.ts'
import type { Answer } from '../harness/app.ts'
import { describeContract } from '../harness/contract.ts'
import { routes } from '../harness/routes.ts'
import { may, needOf, needsOf } from './needs.ts'
import { requirements, type Requirement } from './requirements.ts'
import { makeWorld, nameOf, type Caller, type World } from './world.ts'

/** True: every caller, also where a few of them show as much. */
const isFull = process.env['ASSAY_FULL'] === '1'

const insideDatastores =
  'datastore container field furtherField excludedField renamedField computedField check draft anomaly talked scan ended operation promotion fieldPromotion schedule fieldProfile'

/** True when the target is in a datastore that is hidden from this caller. */
function isHidden(requirement: Requirement, caller: Caller): boolean {
  const { target, hiddenFrom } = requirement
  const need = needOf(requirement)
  const { role, permission, where } = caller
  const isInside = target
    ? insideDatastores.split(' ').includes(target)
    : typeof need === 'object' || teamPermissions.some((known) => known === need)
  const isElsewhere = permission === null || where !== 'own'
  return role === 'Member' && ((isInside && isElsewhere) || hiddenFrom?.(caller) === true)
}

/** The datastores that a list must show to this caller, and no other. */
function shown({ reach = 'visible' }: Requirement, { own, other }: World, caller: Caller): number[] {
  const isEverything = caller.role === 'Admin' || (reach === 'listed' && caller.role === 'Manager')
  if (isEverything) return [own.datastore, other.datastore]
  if (caller.permission === null) return []
  return [caller.where === 'own' ? own.datastore : other.datastore]
}

/** Of the callers to whom it is granted the one with the least and the one with the most of each role: the others lie between. */
function atTheEdge(granted: readonly Caller[]): Caller[] {
  const groups = Map.groupBy(granted, ({ role }) => role)
  return [...groups.values()].flatMap((group) => [...new Set([...group.slice(0, 1), ...group.slice(-1)])])
}

describeContract('Permissions', (app) => {
  let world: World
  before(async () => void (world = await makeWorld(app)))

  async function ask(requirement: Requirement, caller: Caller, isFresh: boolean): Promise<Answer> {
    const { endpoint, target, query, body } = requirement
    const [method = 'GET', path = ''] = endpoint.split(' ')
    const id = !target
      ? 0
      : await (isFresh && target !== 'talked' ? world.make(target, caller) : world.shared(target))
    const others: Record<string, () => Promise<number | string>> = {
      enrichment_id: () => world.shared('enrichment'),
      comment_id: () => (isFresh ? world.make('comment', caller) : world.shared('comment')),
    }
    let url = `/api${path.replace(/\{(id|name)\}/, String(id))}`
    for (const [name, make] of Object.entries(others)) {
      if (url.includes(`{${name}}`)) url = url.replace(`{${name}}`, String(await make()))
    }
    const sent: unknown = await body?.(world, id, caller)
    // Lists of the endpoints that show datastores are asked for at once; the others do not know the parameter.
    const asked = requirement.shows ? '?size=1000' : query ? `?${query.replaceAll('{id}', String(id))}` : ''
    return app.ask(method as Route['method'], `${url}${asked}`, sent, caller.token)
  }

  test('the table has every endpoint of the API document, and no other', async () => {
    const { body } = await app.ask('GET', '/api/openapi.json')
    const documented = Object.entries(body.paths as Record<string, object>).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace(/^\/api/, '')}`),
    )
    const listed = new Set(requirements.map(({ endpoint }) => endpoint))
    assert.deepEqual([...listed].sort(), documented.sort())
  })

  test('each case of each endpoint has a request that shows it', () => {
    const cases = routes.flatMap(({ method, path }) =>
      needsOf(`${method} ${path}`).map(({ when = '' }) => `${method} ${path} ${when}`),
    )
    const asked = new Set(requirements.map(({ endpoint, when = '' }) => `${endpoint} ${when}`))
    assert.deepEqual(
      cases.filter((one) => !asked.has(one)),
      [],
    )
  })

  test('there is a caller for each role, each team permission and none, here and elsewhere', () => {
    assert.equal(new Set(world.callers.map(nameOf)).size, roles.length * (1 + 2 * teamPermissions.length))
  })

  for (const requirement of requirements) {
    const { endpoint, query = '', fresh = false, target = '' } = requirement
    const need = needOf(requirement)
    const needed = typeof need === 'object' ? `${need.role} and ${need.permission}` : need
    const title = [endpoint, query, target, requirement.when].filter(Boolean).join(' ')

    test(`${title}: ${needed}, refused to all others with nothing written`, async () => {
      const denied = world.callers.filter((caller) => !may(need, caller))
      const requests: { caller: Caller; answer: Answer }[] = []
      const before = await app.rows()
      for (const caller of denied) requests.push({ caller, answer: await ask(requirement, caller, false) })
      for (const { caller, answer } of requests) {
        const expected = isHidden(requirement, caller) ? [404, 'not_found'] : [403, 'forbidden']
        assert.deepEqual([answer.status, answer.body.code], expected, nameOf(caller))
        if (expected[0] === 404) assert.doesNotMatch(answer.body.detail, /"/, 'a 404 that names something')
      }
      assert.equal(await app.rows(), before, 'something was written')
    })

    test(`${title}: ${needed}, granted`, async () => {
      const granted = world.callers.filter((caller) => may(need, caller))
      for (const caller of requirement.shows || isFull ? granted : atTheEdge(granted)) {
        const { status, body: answered } = await ask(requirement, caller, fresh)
        const isGranted = requirement.granted === undefined ? status < 300 : status === requirement.granted
        assert.ok(isGranted, `${nameOf(caller)}: ${status} ${JSON.stringify(answered)}`)
        if (!requirement.shows) continue
        const seen = new Set(await requirement.shows(answered, world))
        const both = [world.own.datastore, world.other.datastore]
        const isOne = requirement.target !== undefined
        assert.deepEqual(
          both.filter((id) => seen.has(id)),
          shown(requirement, world, caller)
            .filter((id) => !isOne || id === world.own.datastore)
            .sort(),
          nameOf(caller),
        )
      }
    })
  }
})
