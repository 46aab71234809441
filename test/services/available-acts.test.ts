import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { anomalyActs, checkActs, runActs } from '../../src/model/available.ts'
import { teamPermissions } from '../../src/model/principal.ts'
import { describeContract } from '../harness/contract.ts'
import { makeAnomaly, makeCheck, makePeople } from '../harness/factories.ts'

/** `available` is what the verbs then let the same person do, for every permission and state. */
describeContract('what may be done with a thing', (app) => {
  const place = { datastore: 0, container: 0 }
  const callers: string[] = []
  before(async () => {
    Object.assign(place, await makePeople(app))
    for (const permission of teamPermissions)
      callers.push(await app.user('Member', { [permission]: [place.datastore] }))
    callers.push(await app.user('Admin'))
  })
  const availableTo = async (caller: string, path: string): Promise<string[]> => {
    const { status, body } = await app.ask('GET', `${path}?include=available`, undefined, caller)
    assert.equal(status, 200)
    return body.available
  }
  /** Tries a change of one of many without keeping it. */
  const wouldChange = async (caller: string, noun: string, id: number, change: object) => {
    const { body } = await app.ask('POST', `/api/${noun}/bulk`, { ids: [id], change, dry_run: true }, caller)
    return body.changed === 1
  }
  const isDone = ({ status }: { status: number }) => status < 300

  test('with an anomaly, in every status', async () => {
    const check = await makeCheck(app, place.container)
    for (const status of ['Active', 'Acknowledged', 'Invalid']) {
      for (const caller of callers) {
        const id = await makeAnomaly(app, place.container, [check])
        await app.ask('POST', '/api/anomalies/bulk', { ids: [id], change: { status } })
        const available = await availableTo(caller, `/api/anomalies/${id}`)
        const isArchived = status === 'Invalid'
        const tried: Record<(typeof anomalyActs)[number], boolean> = {
          acknowledge:
            status === 'Active' && (await wouldChange(caller, 'anomalies', id, { status: 'Acknowledged' })),
          archive: await wouldChange(caller, 'anomalies', id, { status: 'Resolved' }),
          restore: isArchived && (await wouldChange(caller, 'anomalies', id, { status: 'Active' })),
          change: await wouldChange(caller, 'anomalies', id, { tags: ['seen'] }),
          describe: await wouldChange(caller, 'anomalies', id, { description: 'Known' }),
          comment: isDone(
            await app.ask('POST', `/api/anomalies/${id}/comments`, { message: 'Seen' }, caller),
          ),
          delete: isDone(await app.ask('DELETE', `/api/anomalies/${id}?archive=false`, undefined, caller)),
        }
        assert.deepEqual(
          available,
          anomalyActs.filter((act) => tried[act]),
          `${caller}, ${status}`,
        )
      }
    }
  })

  test('with a check, in every status', async () => {
    for (const status of ['Active', 'Draft', 'Discarded']) {
      for (const caller of callers) {
        const id = await makeCheck(app, place.container, { fields: ['age'] })
        await app.ask('POST', '/api/quality-checks/bulk', { ids: [id], change: { status } })
        const available = await availableTo(caller, `/api/quality-checks/${id}`)
        const isOpen = status !== 'Discarded'
        const would = (change: object) => wouldChange(caller, 'quality-checks', id, change)
        const tried: Record<(typeof checkActs)[number], boolean> = {
          activate: status !== 'Active' && (await would({ status: 'Active' })),
          archive: isOpen && (await would({ status: 'Archived' })),
          change: await would({ tags: ['seen'] }),
          draft: status !== 'Draft' && (await would({ status: 'Draft' })),
          delete: isDone(
            await app.ask('DELETE', `/api/quality-checks/${id}?archive=false`, undefined, caller),
          ),
        }
        assert.deepEqual(
          available,
          checkActs.filter((act) => tried[act]),
          `${caller}, ${status}`,
        )
        await app.ask('DELETE', `/api/quality-checks/${id}?archive=false`)
      }
    }
  })

  test('with a run, waiting and ended', async () => {
    const run = async (type: string, result: string) => {
      const { body } = await app.ask('POST', '/api/operations/run', {
        type,
        datastore_id: place.datastore,
      })
      if (result !== 'queued')
        await app.environment.store.pool.query(
          'update operations set result = $1, start_time = created, end_time = created where id = $2',
          [result, body.id],
        )
      return body.id as number
    }
    const [editor = '', viewer = ''] = [callers[4], callers[1]]
    for (const type of ['sync', 'scan']) {
      for (const result of ['queued', 'success', 'aborted']) {
        assert.deepEqual(await availableTo(viewer, `/api/operations/${await run(type, result)}`), [])
        const available = await availableTo(editor, `/api/operations/${await run(type, result)}`)
        const tried: string[] = []
        for (const act of runActs) {
          const id = await run(type, result)
          const answer =
            act === 'delete'
              ? await app.ask('DELETE', `/api/operations/${id}`, undefined, editor)
              : await app.ask(
                  'PUT',
                  act === 'resume' ? `/api/operations/run/${id}` : `/api/operations/${act}/${id}`,
                  undefined,
                  editor,
                )
          if (isDone(answer)) tried.push(act)
        }
        assert.deepEqual(available, tried, `${type}, ${result}`)
      }
    }
  })
})
