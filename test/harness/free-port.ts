import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Ports below those that systems hand out by themselves: one of them would be taken by any connection that is opened meanwhile. */
const [least, most] = [20_000, 32_000]

/** A port of this machine that is free, for programs that cannot say which one they took, and for addresses where nobody listens. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(least, most)
    const probe = createServer()
    try {
      await once(probe.listen(port, '127.0.0.1'), 'listening')
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') continue
      throw error
    }
    probe.close()
    await once(probe, 'close')
    return port
  }
}
