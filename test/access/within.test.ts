import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { apart, attempt, within } from '../../src/access/within.ts'
import { ServiceError } from '../../src/kernel/errors.ts'
import type { RunContext } from '../../src/runs/operation.ts'
import { createDatastore } from '../../src/services/datastores/create.ts'
import { createTeam } from '../../src/services/teams/write.ts'
import { createUser } from '../../src/services/users/create.ts'
import { describeContract } from '../harness/contract.ts'
import { makeConnection } from '../harness/factories.ts'

describeContract('several verbs in one transaction', (app) => {
  const asAdmin = async (): Promise<RunContext> => {
    const { user_id } = await app.environment.store.database
      .selectFrom('users')
      .select('id as user_id')
      .executeTakeFirstOrThrow()
    const principal = { user_id, user_name: 'admin-1', role: 'Admin', actor: { kind: 'user' } } as const
    return { ...app.environment, principal }
  }
  const team = (name: string) => ({ name, permission: 'Editor', users: [], datastores: [] }) as const
  const person = (user_name: string) => ({ user_name, name: user_name, role: 'Member' }) as const
  const taken = { code: 'conflict' }

  test('are kept together, and each sees what the one before has done', async () => {
    const context = await asAdmin()
    const made = await within(context, async (_transaction, context) => [
      await createTeam(context, team('night shift')),
      await createUser(context, person('ada')),
    ])
    assert.deepEqual(
      made.map(({ name }) => name),
      ['night shift', 'ada'],
    )
    const { body } = await app.ask('GET', '/api/teams?name=night%20shift')
    assert.equal(body.total, 1)
  })

  test('leave nothing when the second refuses', async () => {
    const context = await asAdmin()
    const before = await app.rows()
    const both = within(context, async (_transaction, context) => {
      await createTeam(context, team('day shift'))
      await createUser(context, person('ada'))
    })
    await assert.rejects(both, taken)
    assert.equal(await app.rows(), before)
  })

  test('leave nothing when the second refuses, though the caller goes on', async () => {
    const context = await asAdmin()
    const before = await app.rows()
    const both = within(context, async (transaction, context) => {
      await createTeam(context, team('day shift'))
      const refusing = within(context, () => Promise.reject(new ServiceError('wrong_state', 'No.')))
      await refusing.catch(() => undefined)
      await transaction.updateTable('users').set({ name: 'Somebody' }).execute()
    })
    await assert.rejects(both, { code: 'wrong_state' })
    assert.equal(await app.rows(), before)
  })

  test('go on after an attempt that was refused, which alone leaves nothing', async () => {
    const context = await asAdmin()
    await within(context, async (_transaction, context) => {
      await createTeam(context, team('early shift'))
      await assert.rejects(
        attempt(context, async () => {
          await createTeam(context, team('late shift'))
          await createUser(context, person('ada'))
        }),
        taken,
      )
      await createUser(context, person('grace'))
    })
    const names = await app.environment.store.database.selectFrom('teams').select('name').execute()
    const shown = names.map(({ name }) => name)
    assert.deepEqual([shown.includes('early shift'), shown.includes('late shift')], [true, false])
  })

  test('keep what is written apart from them, and do not wait for it', async () => {
    const context = await asAdmin()
    const tag = (context: RunContext, name: string) =>
      apart(context, async (transaction) => {
        await transaction.insertInto('global_tags').values({ name }).execute()
      })
    const refused = within(context, async (_transaction, context) => {
      await createTeam(context, team('no shift'))
      await tag(context, 'noted in it')
      throw new ServiceError('wrong_state', 'No.')
    })
    await assert.rejects(refused, { code: 'wrong_state' })
    await tag(context, 'noted outside')
    const tags = await context.store.database.selectFrom('global_tags').select('name').execute()
    assert.deepEqual(tags.map(({ name }) => name).sort(), ['noted in it', 'noted outside'])
  })

  test('make a datastore with its first run, or neither', async () => {
    const context = await asAdmin()
    const root_path = join(app.folder, 'first')
    mkdirSync(root_path)
    const input = { name: 'first', connection_id: await makeConnection(app), root_path }
    const before = await app.rows()
    const both = within(context, async (_transaction, context) => {
      await createDatastore(context, input, true)
      await createUser(context, person('ada'))
    })
    await assert.rejects(both, taken)
    assert.equal(await app.rows(), before)
    const { id } = await createDatastore(context, input, true)
    const runs = await app.ask('GET', `/api/operations?datastore=${id}`)
    assert.deepEqual(
      runs.body.items.map(({ type, result }: { type: string; result: string }) => [type, result]),
      [['sync', 'queued']],
    )
  })
})
