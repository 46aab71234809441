import assert from 'node:assert/strict'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { describeContract } from '../../harness/contract.ts'
import { makeDatastore } from '../../harness/factories.ts'

describeContract('PUT /datastores/{id} changes what is given', (app) => {
  let id = 0
  let editor = ''
  before(async () => {
    id = await makeDatastore(app, {}, { tags: ['a', 'b'], teams: ['Public'], description: 'old' })
    editor = await app.user('Member', { Editor: [id] })
  })
  const put = (change: object, token?: string) => app.ask('PUT', `/api/datastores/${id}`, change, token)
  const tags = ({ global_tags }: { global_tags: { name: string }[] }) => global_tags.map(({ name }) => name)

  test('absent members stay, for an Editor', async () => {
    const { status, body } = await put({ high_count_rollup_threshold: 20 }, editor)
    assert.deepEqual([status, body.high_count_rollup_threshold, body.description], [200, 20, 'old'])
    assert.deepEqual(tags(body), ['a', 'b'])
  })

  test('lists replace, null clears a description and keeps a setting', async () => {
    const { body } = await put({ tags: ['c'], description: null, high_count_rollup_threshold: null })
    assert.deepEqual([tags(body), body.description, body.high_count_rollup_threshold], [['c'], null, 20])
    assert.deepEqual(tags((await put({ tags: [] })).body), [])
  })

  test('what was read can be sent back whole, with changes laid over it', async () => {
    const { body } = await app.ask('GET', `/api/datastores/${id}`)
    const { status, body: after } = await put({ ...body, name: 'Renamed' }, editor)
    assert.equal(status, 200)
    assert.deepEqual(after, { ...body, name: 'Renamed' })
    assert.equal(
      body.teams.some(({ name }: { name: string }) => name === 'Public'),
      true,
    )
  })

  test('another folder is tried before it is stored', async () => {
    const root_path = join(app.folder, 'elsewhere')
    const before = await app.rows()
    assert.ok((await put({ root_path })).status >= 400)
    assert.equal(await app.rows(), before)
    await mkdir(root_path)
    assert.equal((await put({ root_path })).body.root_path, root_path)
  })
})
