import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, describe, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { placeForPreparedHome, startService } from '../harness/service-process.ts'
import { freePort } from '../harness/free-port.ts'

describe('a service whose output nobody reads any more', async () => {
  const { home, remove } = await placeForPreparedHome()
  after(remove)

  test('becomes ready, answers, and stops in good order', { timeout: 300_000 }, async () => {
    const port = await freePort()
    const service = startService({ ASSAY_HOME: home, ASSAY_PORT: String(port), ASSAY_LOG_LEVEL: 'info' })
    // Every line that it prints from here on is refused.
    service.child.stdout?.destroy()
    service.child.stderr?.destroy()
    while ((await statusOf(port)) !== 200) {
      assert.equal(service.child.exitCode, null)
      await delay(50)
    }
    service.child.kill('SIGTERM')
    const [code] = await once(service.child, 'exit')
    assert.equal(code, 0)
  })
})

async function statusOf(port: number): Promise<number | null> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/status`).catch(() => null)
  return answer?.status ?? null
}
