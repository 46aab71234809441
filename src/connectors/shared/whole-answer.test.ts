import assert from 'node:assert/strict'
import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { membersIn } from '../athena/answer.ts'
import { jsonIn as bigqueryJson } from '../bigquery/answer.ts'
import { jsonIn as databricksJson } from '../databricks/answer.ts'
import { jsonIn as snowflakeJson } from '../snowflake/answer.ts'
import { pageIn } from '../trino/answer.ts'

const mebibyte = Buffer.alloc(1024 * 1024, ' ')

/** An answer without an end, and how much of it was read, MiB. */
function endless(chunk = mebibyte): { body: Readable; read: () => number } {
  let read = 0
  const chunks = async function* () {
    for (;;) {
      read += 1
      yield chunk
    }
  }
  return { body: Readable.from(chunks(), { objectMode: false }), read: () => read }
}

const answered = (body: Readable, headers: Record<string, string> = {}): IncomingMessage =>
  Object.assign(body, { statusCode: 200, headers, complete: true }) as unknown as IncomingMessage

describe('an answer without an end', () => {
  for (const [vendor, read] of Object.entries({
    Athena: membersIn,
    BigQuery: bigqueryJson,
    Databricks: databricksJson,
    Snowflake: snowflakeJson,
    Trino: pageIn,
  }))
    test(`of ${vendor} is not read beyond what a page may have`, async () => {
      const { body, read: readMb } = endless()
      await assert.rejects(read(answered(body)), { message: 'The answer is too long.' })
      assert.ok(readMb() < 300, `${readMb()} MiB`)
    })

  test('is not read either where it is packed to next to nothing', async () => {
    const { body, read: readMb } = endless(gzipSync(mebibyte))
    await assert.rejects(snowflakeJson(answered(body, { 'content-encoding': 'gzip' })), {
      message: 'The answer is too long.',
    })
    body.destroy()
    assert.ok(readMb() < 400, `${readMb()} MiB`)
  })
})
