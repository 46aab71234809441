import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from './free-port.ts'

const startSeconds = 600
/** The setting of the port, for a server that takes the place of another one. */
export const portSetting = 'spark.connect.grpc.binding.port'

const main = 'org.apache.spark.sql.connect.service.SparkConnectServer'

/** What Spark opens of a Java of version 17 or newer. */
const opened = [
  'java.base/java.lang',
  'java.base/java.lang.invoke',
  'java.base/java.lang.reflect',
  'java.base/java.io',
  'java.base/java.net',
  'java.base/java.nio',
  'java.base/java.util',
  'java.base/java.util.concurrent',
  'java.base/java.util.concurrent.atomic',
  'java.base/jdk.internal.ref',
  'java.base/sun.nio.ch',
  'java.base/sun.nio.cs',
  'java.base/sun.security.action',
  'java.base/sun.util.calendar',
]

/** A server of Spark Connect on this machine, with two cores and a catalog of its own in a folder for temporary files. */
export interface SparkServer {
  host: string
  port: number
  /** What it has written so far. */
  log(): string
  /** Ends it at once, as a fault of the machine would. */
  kill(): Promise<void>
  end(): Promise<void>
}

/** What the server has written since this was asked for. */
export function newsOf(server: SparkServer) {
  const before = server.log().length
  const all = (): string => server.log().slice(before)
  return {
    all,
    /** Resolves when it has written that so many times (default once). */
    async of(pattern: RegExp, times = 1): Promise<void> {
      const every = new RegExp(pattern, 'g')
      while ((all().match(every) ?? []).length < times) await pause(50)
    },
  }
}

/** Starts the server whose jars are in a folder; throws an Error when it does not come up. `settings` go beside its own and before them. */
export async function startSparkServer(
  jars: string,
  settings: Record<string, string> = {},
): Promise<SparkServer> {
  const state = mkdtempSync(join(tmpdir(), 'assay-spark-'))
  const port = Number(settings[portSetting] ?? (await freePort()))
  const file = join(state, 'server.log')
  // Not through a pipe: whoever starts it may wait for the tests and read nothing meanwhile, and a full pipe stops the server.
  const log = openSync(file, 'w')
  const java = process.env['JAVA_HOME'] ? join(process.env['JAVA_HOME'], 'bin', 'java') : 'java'
  const child = spawn(java, givenTo(jars, state, { ...usual(port, state), ...settings }), {
    cwd: state,
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  let fault: Error | null = null
  child.once('error', (error) => (fault = error))
  const isOver = (): boolean => fault !== null || child.exitCode !== null || child.signalCode !== null
  const stop = async (signal: 'SIGTERM' | 'SIGKILL'): Promise<void> => {
    if (isOver()) return
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
  }
  const server: SparkServer = {
    host: '127.0.0.1',
    port,
    log: () => readFileSync(file, 'utf8'),
    kill: () => stop('SIGKILL'),
    async end() {
      // What it would do on a good end is to wait for statements that nobody reads any more.
      await stop('SIGKILL')
      rmSync(state, { recursive: true, force: true })
    },
  }
  for (let waited = 0; waited < startSeconds * 4 && !isOver(); waited++) {
    if (server.log().includes('Spark Connect server started at')) return server
    await pause(250)
  }
  const words = fault ? String(fault) : server.log().slice(-2000)
  await server.end()
  throw new Error(`Spark did not start (it needs Java 17 or 21, by JAVA_HOME or in the path): ${words}`)
}

const usual = (port: number, state: string): Record<string, string> => ({
  'spark.app.name': 'assay-tests',
  'spark.master': 'local[2]',
  'spark.driver.host': '127.0.0.1',
  'spark.driver.bindAddress': '127.0.0.1',
  'spark.ui.enabled': 'false',
  'spark.connect.grpc.binding.address': '127.0.0.1',
  [portSetting]: String(port),
  'spark.sql.warehouse.dir': join(state, 'warehouse'),
  'spark.local.dir': join(state, 'local'),
  'spark.sql.shuffle.partitions': '2',
})

function givenTo(jars: string, state: string, settings: Record<string, string>): string[] {
  return [
    '-Xmx1500M',
    '-XX:+UseSerialGC',
    ...opened.flatMap((name) => ['--add-opens', `${name}=ALL-UNNAMED`]),
    '-Djdk.reflect.useDirectMethodHandle=false',
    '-Dio.netty.tryReflectionSetAccessible=true',
    `-Djava.io.tmpdir=${state}`,
    ...Object.entries(settings).map(([name, value]) => `-D${name}=${value}`),
    '-cp',
    join(jars, '*'),
    main,
  ]
}
