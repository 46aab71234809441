import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeRuns, scanned } from '../../harness/runs.ts'

describeRuns('GET /container-scans/{id}/source-records/download', (app) => {
  test('is a CSV with a header of field names and every recorded row, unless limited', async () => {
    const rows = Array.from({ length: 25 }, (_, id) => `${id},"a ""b"", c",-1`).join('\n')
    const source = await app.source({ 'a.csv': `id,text,price\n${rows}\n` })
    await app.check(source, 'a.csv', { rule: 'notNegative', fields: ['price'] })
    const { container_scans } = await scanned(app, source, { enrichment_source_record_limit: 100 })
    const path = `/api/container-scans/${container_scans[0].id}/source-records/download`
    const { status, body, headers } = await app.ask('GET', path)
    assert.equal(status, 200)
    assert.match(String(headers['content-type']), /^text\/csv/)
    assert.match(String(headers['content-disposition']), /^attachment; filename="/)
    const lines = String(body).split('\r\n')
    assert.equal(lines[0], 'id,text,price')
    assert.deepEqual([lines.length, lines.at(-1)], [27, ''])
    assert.ok(lines.includes('7,"a ""b"", c",-1'))
    const limited = await app.ask('GET', `${path}?limit=2`)
    assert.equal(String(limited.body).split('\r\n').length, 4)
  })
})
