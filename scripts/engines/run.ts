import { spawnSync } from 'node:child_process'

/** Runs a program to its end, beside the output of this one; throws an Error when it does not end well. `settings` go beside those of this process. */
export function run(program: string, given: string[], settings: Record<string, string> = {}): void {
  const { status, error } = spawnSync(program, given, {
    stdio: 'inherit',
    env: { ...process.env, ...settings },
  })
  if (error) throw error
  if (status !== 0) throw new Error(`${program} ${given.slice(0, 3).join(' ')} ended with ${status}`)
}
