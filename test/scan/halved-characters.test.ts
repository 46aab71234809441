import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { csv, startWorkingApp, type WorkingApp } from '../harness/working-app.ts'

/** Each takes two units of a text, of which PostgreSQL refuses one alone. */
const faces = (count: number) => '😀'.repeat(count)

describe('where long texts are cut, no character is halved', () => {
  let service: WorkingApp
  before(async () => {
    service = await startWorkingApp()
  })
  after(() => service.close())

  test('a value in a message', async () => {
    const source = await service.source({ 'moods.csv': csv(['mood'], [['fine'], [faces(150)]]) })
    await service.check(source, 'moods.csv', {
      rule: 'expectedValues',
      fields: ['mood'],
      properties: { list: ['fine'] },
    })
    const { result } = await service.scan(source)
    assert.equal(result, 'success')
    const { body } = await service.ask('GET', `/api/anomalies?datastore=${source.datastore_id}`)
    assert.deepEqual(
      body.items.map(({ message }: { message: string }) => message),
      [`The \`mood\` value of \`${faces(99)}…\` does not appear in the list of expected values.`],
    )
  })

  test('a noted statement', async () => {
    // In one of the two an emoji lies across the place where the statement is cut.
    for (const name of [`m${faces(2000)}`, faces(2000)]) {
      const source = await service.source({ 'moods.csv': csv([name], [['fine'], ['bad']]) })
      await service.check(source, 'moods.csv', {
        rule: 'expectedValues',
        fields: [name],
        properties: { list: ['fine'] },
      })
      const { result } = await service.scan(source)
      assert.equal(result, 'success')
    }
  })
})
