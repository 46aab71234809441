import { createRequire } from 'node:module'

/** What the driver speaks to a server through. */
interface NetworkSession {
  disconnect(type?: number): void
}

/** The driver's number for a connection that is closed without a word. */
const withoutWord = 0x40

let isMended = false

/**
 * The driver takes leave of the server for a connection that is collected as garbage, and where its socket is closed already it throws
 * out of reach of any handler, which ends the process. Such a connection is closed without a word then, as the driver does elsewhere.
 */
export function mendFarewell(): void {
  if (isMended) return
  isMended = true
  const require = createRequire(import.meta.url)
  const driver: {
    NetworkSession: { prototype: NetworkSession }
  } = require('oracledb/lib/thin/sqlnet/networkSession.js')
  const { prototype } = driver.NetworkSession
  const { disconnect } = prototype
  prototype.disconnect = function (this: NetworkSession, type) {
    try {
      disconnect.call(this, type)
    } catch {
      disconnect.call(this, withoutWord)
    }
  }
}
