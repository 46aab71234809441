import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, test } from 'node:test'

const folder = resolve(import.meta.dirname, '../../deploy/python')

/**
 * Runs the lines over a service that answers each look at run 7 with the next of these, at last with success: a status, null for a
 * connection that breaks off, or `cut` for a 503 that does. Shows what was asked of the service.
 */
async function run(looks: (number | null | 'cut')[], lines: string) {
  const asked: string[] = []
  const service = createServer((request, response) => {
    const [path = ''] = (request.url ?? '').split('?')
    asked.push(`${request.method} ${path}`)
    const isLook = request.method === 'GET' && path === '/api/operations/7'
    const status = isLook && looks.length > 0 ? looks.shift() : 200
    if (status === null) return void request.socket.destroy()
    if (status === 'cut') {
      response.writeHead(503, { 'content-length': 100 })
      return void response.write('starting', () => request.socket.destroy())
    }
    const result = isLook ? 'success' : 'running'
    const body = path === '/api/datastores' ? { items: [{ id: 1 }] } : { id: 7, result }
    response.writeHead(status ?? 200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  await once(service.listen(0, '127.0.0.1'), 'listening')
  const program = `from assay_runs import Assay
assay = Assay("http://127.0.0.1:${(service.address() as AddressInfo).port}", "token")
${lines}`
  const child = spawn('python3', ['-c', program], {
    env: { PATH: process.env['PATH'], PYTHONPATH: join(folder), PYTHONDONTWRITEBYTECODE: '1' },
  })
  const [out, errors] = await Promise.all([text(child.stdout), text(child.stderr)])
  service.close()
  return { out: out.trim(), errors, asked }
}

const toEnd = 'print(assay.run_to_end("sync", "Shop", poll_seconds=0.01)["result"])'

describe('a run that is followed from Python', () => {
  test('goes on over a service that starts again', async () => {
    const { out, errors, asked } = await run([503, null, 'cut', 502, 504], toEnd)
    assert.equal(out, 'success', errors)
    assert.ok(!asked.some((request) => request.includes('abort')))
  })

  test('is aborted when the service stays away for too long, and says so', async () => {
    const { errors, asked } = await run([503, 503, 503], `assay.patience_seconds = 0\n${toEnd}`)
    assert.match(errors, /ServiceAway: GET \/operations\/7: 503/)
    assert.equal(asked.at(-1), 'PUT /api/operations/abort/7')
  })

  test('is aborted when the service refuses to tell of it', async () => {
    const { errors, asked } = await run([404], toEnd)
    assert.match(errors, /RunFailed: GET \/operations\/7: 404/)
    assert.equal(asked.at(-1), 'PUT /api/operations/abort/7')
  })

  test('fails with its own reason where it cannot be aborted any more', async () => {
    const lines = `import assay_runs
def gone(*_): raise KeyboardInterrupt("task was killed")
assay_runs.time.sleep = gone
ask = assay.ask
assay.ask = lambda method, *more: ask(method, *more) if method != "PUT" else ask("GET", "/operations/7")
${toEnd}`
    const { errors } = await run([null], lines)
    assert.match(errors, /KeyboardInterrupt: task was killed\s*$/)
  })
})
