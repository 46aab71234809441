import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { csv, startWorkingApp, type Source, type WorkingApp } from '../harness/working-app.ts'

const header = ['id', 'price']
const bad = csv(header, [
  [1, -1],
  [2, 2],
])
const mended = csv(header, [
  [1, 1],
  [2, 2],
])

describe('what people decided about anomalies, when scans go on', () => {
  let service: WorkingApp
  before(async () => {
    service = await startWorkingApp()
  })
  after(() => service.close())

  const anomalies = async (source: Source) =>
    (
      await service.ask(
        'GET',
        `/api/anomalies?datastore=${source.datastore_id}&archived=include&sort_created=asc`,
      )
    ).body.items
  const idOf = async (userName: string): Promise<number> =>
    (await service.ask('GET', `/api/users?name=${userName}`)).body.items[0].id
  const names = (items: { name?: string; user_name?: string }[]) =>
    items.map(({ name, user_name }) => user_name ?? name)

  test('a new anomaly takes over the default assignee and the tags of its checks and its container, once', async () => {
    const source = await service.source({ 'sales.csv': bad })
    const viewer = await service.user('Member', { Viewer: [source.datastore_id] })
    const reporter = await service.user('Member', { Viewer: [source.datastore_id] })
    const price = await service.check(source, 'sales.csv', { rule: 'notNegative', fields: ['price'] })
    const positive = await service.check(source, 'sales.csv', { rule: 'positive', fields: ['price'] })
    await service.ask('PUT', `/api/quality-checks/${price}`, {
      default_anomaly_assignee_id: await idOf(viewer),
      tags: ['money', 'shared'],
    })
    await service.ask('PUT', `/api/quality-checks/${positive}`, {
      default_anomaly_assignee_id: await idOf(reporter),
      tags: ['shared'],
    })
    const { body: teams } = await service.ask('GET', `/api/teams?name=${reporter}`)
    await service.ask('PUT', `/api/teams/${teams.items[0].id}`, { permission: 'Reporter' })
    const container = (await service.containers(source)).get('sales.csv')
    await service.ask('PATCH', '/api/containers', [{ id: container, tags: ['gold'] }])
    await service.scan(source)
    const [found] = await anomalies(source)
    assert.equal(found.failed_checks.length, 2)
    assert.deepEqual(names(found.assignees), [viewer])
    assert.deepEqual(names(found.global_tags), ['gold', 'money', 'shared'])
    assert.equal(found.is_new, true)

    await service.ask('PUT', `/api/anomalies/${found.id}`, { tags: [], assignee_ids: [] })
    await service.scan(source)
    const [again] = await anomalies(source)
    assert.deepEqual([again.id, again.assignees, again.global_tags], [found.id, [], []])
    assert.equal(again.is_new, false)
  })

  test('a resolution by a scan is in the history, with the run and the container scan; after a restore it comes again', async () => {
    const source = await service.source({ 'sales.csv': bad })
    await service.check(source, 'sales.csv', { rule: 'notNegative', fields: ['price'] })
    await service.scan(source)
    const [{ id }] = await anomalies(source)
    await service.ask('PUT', `/api/anomalies/${id}`, { status: 'Acknowledged' })
    source.write({ 'sales.csv': mended })
    const scan = await service.scan(source)
    assert.equal(scan.status.auto_resolved_anomaly_count, 1)
    const history = async () =>
      (await service.ask('GET', `/api/anomalies/${id}/history`)).body.items.map(
        (change: Record<string, unknown> & { user: { user_name: string } | null }) => [
          change['from_status'],
          change['to_status'],
          change.user?.user_name ?? null,
          change['operation_id'],
          change['container_scan_id'],
        ],
      )
    const resolved = ['Acknowledged', 'Resolved', null, scan.id, scan.container_scans[0].id]
    const acknowledged = ['Active', 'Acknowledged', 'admin-1', null, null]
    assert.deepEqual(await history(), [resolved, acknowledged])

    await service.ask('PUT', `/api/anomalies/${id}`, { status: 'Active' })
    const next = await service.scan(source)
    assert.equal(next.status.auto_resolved_anomaly_count, 1)
    assert.deepEqual((await history())[0]?.slice(0, 4), ['Active', 'Resolved', null, next.id])
  })

  test('an archived anomaly stays so; what is found again is another one, which keeps it from being restored', async () => {
    const source = await service.source({ 'sales.csv': bad })
    await service.check(source, 'sales.csv', { rule: 'notNegative', fields: ['price'] })
    await service.scan(source)
    const [old] = await anomalies(source)
    await service.ask('DELETE', `/api/anomalies/${old.id}?status=Invalid`)
    await service.scan(source)
    const found = await anomalies(source)
    assert.deepEqual(
      found.map(({ status }: { status: string }) => status),
      ['Invalid', 'Active'],
    )
    const { status, body } = await service.ask('PUT', `/api/anomalies/${old.id}`, { status: 'Active' })
    assert.equal(status, 409)
    assert.match(body.detail, new RegExp(`open anomaly ${found[1].id}\\b`))
  })
})
