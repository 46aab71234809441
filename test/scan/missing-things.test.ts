import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { csv, startWorkingApp, type Source, type WorkingApp } from '../harness/working-app.ts'

describe('a scan of a datastore that was synced', () => {
  let app: WorkingApp
  before(async () => void (app = await startWorkingApp()))
  after(() => app.close())

  const logOf = async (scan: { id: number }): Promise<string> => {
    const { body } = await app.ask('GET', `/api/operations/${scan.id}/logs`)
    return body.items.map(({ message }: { message: string }) => message).join('\n')
  }
  const sync = async (source: Source) => app.ended(await app.trigger(source, { type: 'sync' }))

  test('says which field of which container is missing, and does not ask for another sync', async () => {
    const source = await app.source({ 'orders.csv': csv(['id', 'status'], [[1, 'open']]) })
    await app.check(source, 'orders.csv', { rule: 'notNull', fields: ['status'] })
    source.write({ 'orders.csv': csv(['id', 'state'], [[1, 'open']]) })
    await sync(source)
    const log = await logOf(await app.scan(source))
    assert.match(log, /`orders\.csv` has no field called "status"; known: id, state\./)
    assert.match(log, /Change the check, or put the container right in its source/)
    assert.doesNotMatch(log, /sync/)
  })

  test('says of what the source refused what to correct, and does not ask for another sync', async () => {
    const source = await app.source({ 'orders.csv': csv(['id', 'status'], [[1, 'open']]) })
    const expression = 'cast(status as integer) > 0'
    await app.check(source, 'orders.csv', { rule: 'satisfiesExpression', properties: { expression } })
    const log = await logOf(await app.scan(source))
    assert.match(log, /Correct the check's filter or properties, or the rows that they stumble over/)
    assert.doesNotMatch(log, /sync/)
  })

  test('says of a container that it refers to what was missing at its last sync', async () => {
    const files = {
      'orders.csv': csv(['id', 'status'], [[1, 'open']]),
      'states.csv': csv(['name'], [['open']]),
    }
    const source = await app.source(files)
    const ref_container_id = (await app.containers(source)).get('states.csv')
    const properties = { ref_container_id, field_name: 'name' }
    await app.check(source, 'orders.csv', { rule: 'existsIn', fields: ['status'], properties })
    source.write({ 'states.csv': csv(['title'], [['open']]) })
    await sync(source)
    const log = await logOf(await app.scan(source))
    assert.match(log, /`states\.csv` had no field called "name" when it was last synced; name another one/)
  })

  test('does not ask for a sync where one found nothing', async () => {
    const source = await app.source({ 'notes.unknown': 'nothing that is read' })
    const { message } = await app.scan(source)
    assert.match(message, /^There was no container to scan: the datastore has none\./)
    assert.doesNotMatch(message, /run a sync/)
  })
})
