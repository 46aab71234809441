import { Worker } from 'node:worker_threads'

const watching = `
  const { ppid } = process
  setInterval(() => process.ppid === ppid || process.kill(process.pid, 'SIGKILL'), 500)
`

/**
 * For the programs of reading processes: ends this process when the service has left it, and never by the signals that
 * tell the service to end. `busy`: its own thread can be kept busy for long, so another thread watches for the end of the service.
 */
export function endWithService(busy: 'busy' | 'free'): void {
  // An orderly exit waits for the engine's threads, and so for the abandoned statement.
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
  if (busy === 'busy') new Worker(watching, { eval: true }).unref()
}
