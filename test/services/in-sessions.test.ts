import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { readable } from '../../src/connectors/readable.ts'
import { Aborted } from '../../src/kernel/errors.ts'
import type { ContainerReference } from '../../src/model/container.ts'
import { inSessions } from '../../src/services/datastores/in-sessions.ts'
import { csv, startWorkingApp, type Source, type WorkingApp } from '../harness/working-app.ts'

const names = ['one.csv', 'two.csv', 'three.csv']

describe('work on several containers in one session after the other', () => {
  let app: WorkingApp
  let source: Source
  before(async () => {
    app = await startWorkingApp()
    source = await app.source(Object.fromEntries(names.map((name) => [name, csv(['v'], [[1]])])))
  })
  after(() => app.close())

  test('is stopped where it is aborted while the session goes on to it, and the others are done', async () => {
    const stopped = new AbortController()
    const going = new AbortController()
    const done: string[] = []
    const failed: [name: string, error: unknown][] = []
    const containerOf = (name: string): ContainerReference => {
      // Asked for when the session goes on to its next snapshot.
      if (name === 'two.csv') stopped.abort()
      return { name, container_type: 'file', file_options: {} }
    }
    await inSessions(app.environment, names, {
      placeOf: () => ({ datastore_id: source.datastore_id }),
      originOf: () => ({ operation_id: 1, container_id: 1 }),
      spanOf: () => undefined,
      begin: () => true,
      signalOf: (name) => (name === 'two.csv' ? stopped : going).signal,
      containerOf,
      async work(name, session) {
        await readable(session).query({ sql: 'select 1', parameters: [] })
        done.push(name)
      },
      async fail(name, error) {
        failed.push([name, error])
      },
    })
    assert.deepEqual(done, ['one.csv', 'three.csv'])
    assert.deepEqual(
      failed.map(([name, error]) => [name, error instanceof Aborted]),
      [['two.csv', true]],
    )
  })
})
