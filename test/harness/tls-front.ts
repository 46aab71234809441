import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { join } from 'node:path'
import { createServer, type TlsOptions } from 'node:tls'

/** A port of this machine with TLS for HTTP/2 before another one without, as a load balancer is before a server. */
export interface TlsFront {
  port: number
  /** Its certificate, which names `localhost` and has signed itself; PEM. */
  certificate: string
  close(): Promise<void>
}

/** The keytool of Java makes the certificate, in this folder. */
export async function tlsFront(folder: string, behind: { host: string; port: number }): Promise<TlsFront> {
  const store = join(folder, 'front.p12')
  const password = 'changeit'
  const given = ['-keystore', store, '-storepass', password, '-alias', 'front']
  keytool([
    '-genkeypair',
    ...given,
    '-storetype',
    'PKCS12',
    '-keyalg',
    'EC',
    '-dname',
    'CN=localhost',
    '-ext',
    'san=dns:localhost',
  ])
  const certificate = keytool(['-exportcert', '-rfc', ...given])
  const options = { pfx: readFileSync(store), passphrase: password, ALPNProtocols: ['h2'] }
  return { certificate, ...(await tlsBefore(behind, options)) }
}

/** A port of this machine with TLS as these options have it; what is said there goes to the server behind as it is. */
export async function tlsBefore(
  behind: { host: string; port: number },
  options: TlsOptions,
): Promise<Omit<TlsFront, 'certificate'>> {
  const sockets = new Set<Socket>()
  const server = createServer(options, (socket) => {
    const onward = connect(behind)
    sockets.add(socket).add(onward)
    for (const [from, to] of [
      [socket, onward],
      [onward, socket],
    ] as const)
      from.on('error', () => to.destroy()).pipe(to)
  })
  server.on('tlsClientError', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

function keytool(given: string[]): string {
  const home = process.env['JAVA_HOME']
  const program = home ? join(home, 'bin', 'keytool') : 'keytool'
  const { status, stdout, stderr, error } = spawnSync(program, given, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`keytool ${given[0]}: ${error?.message ?? stderr}`)
  return stdout
}
