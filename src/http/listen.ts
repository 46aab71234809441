import type { Environment } from '../access/context.ts'
import { messageOf } from '../kernel/errors.ts'
import { createServer, type ServerOptions } from './server.ts'

/** An address to listen on; port 0 takes any free one. */
export interface Listener extends ServerOptions {
  host: string
  port: number
}

/** Starts to answer requests; `url` has the port that was taken. Throws a sentence when it cannot be taken. */
export async function listen(
  environment: Environment,
  { host, port, ...options }: Listener,
): Promise<{ url: string; stop(): Promise<void> }> {
  const server = await createServer(environment, options)
  try {
    const url = await server.listen({ host, port })
    return { url, stop: () => server.close() }
  } catch (error) {
    throw new Error(listenSentence(error, host, port), { cause: error })
  }
}

function listenSentence(error: unknown, host: string, port: number): string {
  const code = error instanceof Error && 'code' in error ? error.code : null
  if (code === 'EADDRINUSE') {
    return `The port ${port} of ${host} is in use. Stop the program that has it, or set ASSAY_PORT (0 takes any free one).`
  }
  if (code === 'EACCES') return `This account may not listen on port ${port}; set ASSAY_PORT to 1024 or more.`
  return `Nothing can listen on ${host}, port ${port} (${messageOf(error)}); correct ASSAY_HOST.`
}
