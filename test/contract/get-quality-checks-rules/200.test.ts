import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rules } from '../../../src/rules/registry.ts'
import { describeContract } from '../../harness/contract.ts'

interface Example {
  shows: string
  columns: { name: string }[]
  rows: unknown[][]
  failing_rows: number[] | null
  fails: boolean
  references: { container_id: number }[]
}
interface Explained {
  rule_type: string
  examples: Example[]
}

describeContract('GET /quality-checks/rules', (app) => {
  test('shows of every rule the tables of its examples, and which rows fail', async () => {
    const { status, body } = await app.ask('GET', '/api/quality-checks/rules')
    assert.equal(status, 200)
    assert.deepEqual(
      body.map(({ rule_type }: Explained) => rule_type),
      [...rules.names()].sort(),
    )
    for (const { rule_type, examples } of body as Explained[]) {
      const written = rules.find(rule_type)?.examples ?? []
      assert.equal(examples.length, written.length, rule_type)
      for (const [index, { shows, columns, rows, failing_rows, fails, references }] of examples.entries()) {
        const example = written[index]
        const place = `${rule_type}: ${shows}`
        assert.deepEqual(
          [columns.length, rows.length],
          [Object.keys(example?.columns ?? {}).length, example?.rows.length],
          place,
        )
        assert.deepEqual(failing_rows, example?.failing ?? null, place)
        const expected = example?.failing ? example.failing.length > 0 : Boolean(example?.fails)
        assert.equal(fails, expected, place)
        assert.deepEqual(
          references.map(({ container_id }) => container_id),
          Object.keys(example?.references ?? {}).map(Number),
          place,
        )
      }
    }
  })

  test('keeps every digit of the cells', async () => {
    const { text } = await ask()
    const shown = rules.all().flatMap(({ examples }) => examples.flatMap(({ rows }) => rows.flat()))
    const large = shown.filter((cell) => typeof cell === 'bigint' && !Number.isSafeInteger(Number(cell)))
    assert.ok(large.length > 0)
    for (const cell of large) assert.ok(text.includes(String(cell)), String(cell))
  })

  test('answers 304 to who has the answer already, and in full to others', async () => {
    const { tag } = await ask()
    const again = await ask({ 'if-none-match': `"other", ${tag}` })
    assert.deepEqual([again.status, again.text, again.tag], [304, '', tag])
    assert.equal((await ask({ 'if-none-match': '"other"' })).status, 200)
  })

  async function ask(headers: Record<string, string> = {}) {
    const token = await app.user('Member')
    const response = await app.server.inject({
      url: '/api/quality-checks/rules',
      headers: { authorization: `Bearer ${token}`, ...headers },
    })
    return { status: response.statusCode, text: response.body, tag: String(response.headers.etag) }
  }
})
