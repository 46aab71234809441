import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { after, before, beforeEach, describe, test } from 'node:test'
import { createOutgoing, TargetFailure } from '../../src/channels/outgoing.ts'
import { answering, startHttpSink, type HttpSink } from '../harness/http-sink.ts'

const local = { address: '127.0.0.1', family: 4 }
const notPublic = /is not a public host, so nothing was sent/

describe('requests to services outside', () => {
  let sink: HttpSink
  before(async () => void (sink = await startHttpSink()))
  after(() => sink.close())
  beforeEach(() => {
    sink.received.length = 0
    sink.answer = answering(200, 'well')
  })

  test('a header that no request can have is named, and nothing is tried again for it', async () => {
    const { port } = new URL(sink.url)
    const outgoing = createOutgoing(['127.0.0.1'])
    for (const secret of ['two\nlines', 'smile 🙂']) {
      const headers = { authorization: `Bearer ${secret}` }
      await assert.rejects(
        outgoing.send({ method: 'GET', url: `http://127.0.0.1:${port}/`, headers }),
        (error: TargetFailure) => {
          assert.match(error.message, /^A character of authorization cannot be sent/)
          assert.equal(error.is_passing, false)
          return true
        },
      )
    }
    assert.equal(sink.received.length, 0)
  })

  /** Spellings of places that a person must not reach through the service. */
  const hostile = [
    'http://127.0.0.1/',
    'http://127.1/',
    'http://127.0.0.1./',
    'http://2130706433/',
    'http://0x7f000001/',
    'http://0x7f.0.0.1/',
    'http://0177.0.0.1/',
    'http://017700000001/',
    'http://127.255.255.254/',
    'http://①②⑦.0.0.1/',
    'http://0/',
    'http://0.0.0.0/',
    'http://localhost/',
    'http://LocalHost/',
    'http://10.0.0.1/',
    'http://172.16.0.1/',
    'http://172.31.255.255/',
    'http://192.168.1.1/',
    'http://100.64.0.1/',
    'http://100.100.100.200/latest/meta-data/',
    'http://169.254.169.254/latest/meta-data/',
    'https://169.254.169.254/latest/meta-data/',
    'http://2852039166/latest/meta-data/',
    'http://0xa9fea9fe/latest/meta-data/',
    'http://168.63.129.16/',
    'http://192.0.0.192/',
    'http://192.0.2.1/',
    'http://198.18.0.1/',
    'http://203.0.113.9/',
    'http://224.0.0.1/',
    'http://255.255.255.255/',
    'http://[::1]/',
    'http://[::]/',
    'http://[0:0:0:0:0:0:0:1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:7f00:1]/',
    'http://[::ffff:a9fe:a9fe]/',
    'http://[::127.0.0.1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://[64:ff9b:1::a00:1]/',
    'http://[2002:7f00:1::]/',
    'http://[2001:0:7f00:1::]/',
    'http://[2001:db8::1]/',
    'http://[fc00::1]/',
    'http://[fd00:ec2::254]/',
    'http://[fe80::1]/',
    'http://[fec0::1]/',
    'http://[ff02::1]/',
  ]
  for (const url of hostile) {
    test(`${url} is refused before anything is sent`, async () => {
      const placed = new URL(url)
      placed.port = String(sink.port)
      await assert.rejects(createOutgoing([]).send({ method: 'POST', url: placed.href, body: '{}' }), {
        name: 'TargetFailure',
        message: notPublic,
      })
      assert.equal(sink.received.length, 0)
    })
  }

  for (const url of [
    'file:///etc/passwd',
    'ftp://example.com/',
    'gopher://127.0.0.1:70/_x',
    'unix:/var/run/docker.sock',
    'data:text/plain,hello',
    'javascript:alert(1)',
    'example.com/hook',
    '//example.com/hook',
    'http://',
    'http://[fe80::1%25eth0]/',
    'http://exa mple.com/',
    '',
  ]) {
    test(`"${url}" is no address to send to`, async () => {
      await assert.rejects(createOutgoing(['0.0.0.0/0', '::/0']).send({ method: 'POST', url }), {
        name: 'TargetFailure',
        message: 'The address is not a URL that begins with http:// or https://.',
      })
    })
  }

  test('an address with a user name or a password is refused, and neither is repeated', async () => {
    for (const user of ['user:hunter2', 'hunter2', ':hunter2']) {
      const failure = await failureOf(
        createOutgoing(['127.0.0.1']).send({ method: 'GET', url: `http://${user}@127.0.0.1:${sink.port}/` }),
      )
      assert.equal(failure, 'The address must not hold a user name or a password.')
    }
    assert.equal(sink.received.length, 0)
  })

  for (const addresses of [
    ['127.0.0.1'],
    ['8.8.8.8', '127.0.0.1'],
    ['2606:4700::1111', '::1'],
    ['::ffff:127.0.0.1'],
    [],
  ]) {
    test(`a public name that leads to [${addresses.join(', ')}] is refused`, async () => {
      const resolve = async () =>
        addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
      const failure = await failureOf(
        createOutgoing([], { resolve }).send({ method: 'POST', url: `http://hook.example:${sink.port}/` }),
      )
      assert.match(failure, notPublic)
      assert.doesNotMatch(failure, /127|::1/, 'the inner address is not told')
      assert.equal(sink.received.length, 0)
    })
  }

  test('the connection goes to the address that was looked at, even if the name leads elsewhere a moment later', async () => {
    const answers = [[local], [{ address: '127.0.0.9', family: 4 }]]
    let asked = 0
    const resolve = async () => answers[asked++] ?? []
    const outgoing = createOutgoing(['127.0.0.1'], { resolve })
    const { status } = await outgoing.send({
      method: 'POST',
      url: `http://hook.example:${sink.port}/a?b=c`,
      body: '{"x":"é"}',
    })
    assert.deepEqual([status, asked], [200, 1])
    const [got] = sink.received
    assert.equal(got?.headers.host, `hook.example:${sink.port}`)
    assert.deepEqual([got?.path, got?.text], ['/a?b=c', '{"x":"é"}'])
  })

  for (const allowed of [
    '127.0.0.1',
    ' 127.0.0.0/8',
    '0.0.0.0/0',
    'hook.example',
    'HOOK.example.',
    '127.0.0.1/32',
  ]) {
    test(`what ASSAY_ALLOWED_TARGETS lists as "${allowed}" is reached`, async () => {
      const outgoing = createOutgoing(['10.0.0.0/8', allowed], { resolve: async () => [local] })
      const { text } = await outgoing.send({ method: 'GET', url: `http://Hook.Example:${sink.port}/` })
      assert.equal(text, 'well')
    })
  }

  for (const allowed of [
    '127.0.0.2',
    '127.0.0.0/32',
    'example',
    'my.hook.example',
    '::1',
    '::/0',
    'localhost',
  ]) {
    test(`what ASSAY_ALLOWED_TARGETS lists as "${allowed}" opens nothing else`, async () => {
      const outgoing = createOutgoing([allowed], { resolve: async () => [local] })
      await assert.rejects(
        outgoing.send({ method: 'GET', url: `http://hook.example:${sink.port}/` }),
        TargetFailure,
      )
      assert.equal(sink.received.length, 0)
    })
  }

  test('an address of IPv6 can be listed with and without brackets, alone and as a range', async () => {
    const six = await startHttpSink('::1').catch(() => null)
    const resolve = async () => [{ address: '::1', family: 6 }]
    for (const allowed of ['::1', '[::1]', '::/64']) {
      const url = `http://[::1]:${six?.port ?? 9}/`
      const outcome = await createOutgoing([allowed], { resolve })
        .send({ method: 'GET', url })
        .then(String, (error: Error) => error.message)
      assert.doesNotMatch(outcome, notPublic)
    }
    if (six) assert.equal(six.received[0]?.headers.host, `[::1]:${six.port}`)
    await six?.close()
  })

  for (const entry of [
    '10.0.0.0/33',
    '::/129',
    '10.0.0.0/',
    '10.0.0.0/8/8',
    'http://a.example',
    'a b',
    '*.example',
    'a:80',
  ]) {
    test(`"${entry}" in ASSAY_ALLOWED_TARGETS stops the start with a sentence`, () => {
      assert.throws(() => createOutgoing([entry]), /^Error: ASSAY_ALLOWED_TARGETS holds "/)
    })
  }

  test('a redirect is handed back and not followed', async () => {
    sink.answer = (_request, response) =>
      void response.writeHead(302, { location: 'http://169.254.169.254/' }).end('over there')
    const answer = await createOutgoing(['127.0.0.1']).send({ method: 'POST', url: sink.url, body: '{}' })
    assert.deepEqual(answer, { status: 302, text: 'over there' })
    assert.equal(sink.received.length, 1)
  })

  test('of a long answer only the beginning is read, and the connection is closed', async () => {
    const closed = Promise.withResolvers<void>()
    sink.answer = (_request, response) => {
      const more = () => response.write('x'.repeat(50_000))
      response.on('drain', more).on('close', closed.resolve)
      while (more());
    }
    const outgoing = createOutgoing(['127.0.0.1'])
    assert.equal((await outgoing.send({ method: 'GET', url: sink.url })).text.length, 64 * 1024)
    await closed.promise
    const short = await outgoing.send({ method: 'GET', url: sink.url, longest_answer: 10 })
    assert.equal(short.text, 'xxxxxxxxxx')
  })

  test('a target that is silent, before its answer or in the midst of it, is given up', async () => {
    const outgoing = createOutgoing(['127.0.0.1'], { patienceSeconds: 0.2 })
    const silence: HttpSink['answer'][] = [
      () => undefined,
      (_request, response) => void response.writeHead(200).write('and'),
    ]
    for (const answer of silence) {
      sink.answer = answer
      const failure = await failureOf(outgoing.send({ method: 'GET', url: sink.url }))
      assert.equal(failure, '127.0.0.1 did not answer within 0.2 seconds.')
    }
  })

  test('a name whose address does not come is given up', async () => {
    const resolve = () => Promise.withResolvers<never>().promise
    const failure = await failureOf(
      createOutgoing([], { resolve, patienceSeconds: 0.1 }).send({
        method: 'GET',
        url: 'http://hook.example/',
      }),
    )
    assert.equal(failure, 'hook.example did not answer within 0.1 seconds.')
  })

  test('a failure is a sentence about the host, without the path', async () => {
    const gone = await startHttpSink()
    await gone.close()
    const outgoing = createOutgoing(['127.0.0.1'])
    assert.equal(
      await failureOf(outgoing.send({ method: 'GET', url: `${gone.url}/s3cret` })),
      '127.0.0.1 refused the connection.',
    )
    sink.answer = (_request, response) => void response.destroy()
    assert.match(
      await failureOf(outgoing.send({ method: 'GET', url: `${sink.url}/s3cret` })),
      /^127.0.0.1 closed the connection before it answered, so the message may or may not have arrived.$/,
    )
    const resolve = () => Promise.reject(Object.assign(new Error('no'), { code: 'ENOTFOUND' }))
    assert.equal(
      await failureOf(
        createOutgoing([], { resolve }).send({ method: 'GET', url: 'https://hook.example/s3cret' }),
      ),
      'hook.example has no address: the name could not be resolved.',
    )
  })

  test('what answers but not as a web server is told apart', async () => {
    const server = createServer((socket) => void socket.on('error', () => undefined).end('220 mail here\r\n'))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    for (const scheme of ['http', 'https']) {
      const failure = await failureOf(
        createOutgoing(['127.0.0.1']).send({ method: 'GET', url: `${scheme}://127.0.0.1:${port}/` }),
      )
      assert.match(failure, /^127.0.0.1 did not answer as a web server does \(\w+\)\.$/)
    }
    server.close()
  })
})

async function failureOf(sent: Promise<unknown>): Promise<string> {
  const failure = await sent.then(
    () => assert.fail('it was sent'),
    (error: unknown) => error,
  )
  assert.ok(failure instanceof TargetFailure, String(failure))
  return failure.message
}
