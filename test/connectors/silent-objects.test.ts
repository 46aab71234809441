import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AddressInfo } from 'node:net'
import { after, before, beforeEach, describe, test } from 'node:test'
import { SourceUnreached } from '../../src/connectors/connector.ts'
import { ObjectClient } from '../../src/connectors/objects/client.ts'
import { readRange } from '../../src/connectors/objects/read-range.ts'
import { connectors } from '../../src/connectors/registry.ts'
import { awsCredentials } from '../../src/connectors/s3/aws-keys.ts'
import { openBucket } from '../../src/connectors/s3/store.ts'
import { UnansweredRequest } from '../../src/connectors/shared/whole-answer.ts'
import { boundsIn } from '../harness/example-tables.ts'

type Answer = (request: IncomingMessage, response: ServerResponse) => void

const silence: Answer = () => undefined
const bytes = Buffer.from('0123456789')

/** Sends so many of the bytes that are asked for, and then nothing. */
const some =
  (count: number): Answer =>
  (request, response) => {
    const [, from = '0'] = /bytes=(\d+)-/.exec(request.headers.range ?? '') ?? []
    const rest = bytes.subarray(Number(from))
    const range = `bytes ${from}-${bytes.length - 1}/${bytes.length}`
    response.writeHead(206, { 'content-range': range, 'content-length': rest.length })
    if (count >= rest.length) response.end(rest)
    else response.write(rest.subarray(0, count))
  }

describe('a server in the place of an object store', () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-silent-'))
  let answers: Answer[] = []
  let asked = 0
  const server = createServer((request, response) => {
    asked += 1
    const answer = answers.length > 1 ? answers.shift() : answers[0]
    answer?.(request, response)
  })
  const endpoint = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  before(async () => {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
  })
  beforeEach(() => {
    asked = 0
  })
  after(async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
    rmSync(folder, { recursive: true })
  })

  const members = () => ({
    s3: { uri: 's3://lake', access_key: 'AKIA', secret_key: 'secret', parameters: { endpoint: endpoint() } },
    abfs: {
      uri: 'az://lake',
      access_key: 'lake',
      secret_key: Buffer.from('k'.repeat(64)).toString('base64'),
      parameters: { endpoint: `${endpoint()}/lake` },
    },
  })
  /** A client that waits for a twentieth of a second. */
  const impatient = (): ObjectClient => {
    const vendor = { title: 'S3', schemes: ['s3://'], usualRegion: 'us-east-1', hostOf: () => '' }
    const store = openBucket(vendor, awsCredentials, members().s3, null, undefined)
    return new ObjectClient(store, new AbortController().signal, 50)
  }
  const read = async (client: ObjectClient): Promise<string> => {
    const file = { key: 'a.csv', etag: '"1"', size_bytes: bytes.length, name: 'a.csv' }
    const chunks = await Array.fromAsync(readRange(client, file, { from: 0, to: bytes.length }))
    return Buffer.concat(chunks).toString()
  }

  test('is asked once where it has never answered, and once more where it has', async () => {
    const client = impatient()
    answers = [silence]
    await assert.rejects(read(client), UnansweredRequest)
    assert.equal(asked, 1)
    answers = [some(10)]
    assert.equal(await read(client), bytes.toString())
    asked = 0
    answers = [silence]
    await assert.rejects(read(client), UnansweredRequest)
    assert.equal(asked, 2)
    client.close()
  })

  test('that falls silent within an object is asked for the rest of it, and given up when no byte comes', async () => {
    const client = impatient()
    answers = [some(3), some(4), some(9)]
    assert.equal(await read(client), bytes.toString())
    asked = 0
    answers = [some(3), some(0)]
    await assert.rejects(read(client), UnansweredRequest)
    assert.equal(asked, 2)
    client.close()
  })

  for (const type of ['s3', 'abfs'] as const)
    test(`is told of in the same words by ${type}, whatever it answers`, async () => {
      const said = new Set<string>()
      const reasons = new Set<string>()
      const tried = async (answer: Answer): Promise<SourceUnreached> => {
        answers = [answer]
        const error: unknown = await connectors
          .get(type)
          .test(members()[type], null, boundsIn(folder))
          .catch((thrown: unknown) => thrown)
        assert.ok(error instanceof SourceUnreached, String(error))
        said.add(error.message)
        reasons.add(error.reason)
        return error
      }
      for (const body of ['no XML', '<html><body>', '<a/>', '\u0001'])
        assert.match((await tried((_, response) => response.end(body))).reason, /^What answers is no /)
      for (const status of [302, 401, 403, 404, 400])
        await tried((_, response) => response.writeHead(status).end('the words of a stranger'))
      const busy = await tried((_, response) => response.writeHead(503).end())
      assert.equal(busy.retryable, true)
      assert.equal(said.size, 1, [...said].join('\n'))
      assert.doesNotMatch([...reasons].join(), /stranger/)
    })
})
