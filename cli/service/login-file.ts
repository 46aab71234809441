import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'

/** Whom `assay login` has remembered. */
export interface Login {
  url: string
  token: string
}

/** In the folder where programs keep their settings; only its owner may read it. */
export const loginFile = (variables: Readonly<Record<string, string | undefined>> = process.env): string =>
  join(variables['XDG_CONFIG_HOME'] || join(homedir(), '.config'), 'assay', 'login.json')

/** Null when nobody has logged in, or the file is none of ours. */
export function readLogin(variables?: Readonly<Record<string, string | undefined>>): Login | null {
  try {
    const found: unknown = JSON.parse(readFileSync(loginFile(variables), 'utf8'))
    return isLogin(found) ? found : null
  } catch {
    return null
  }
}

function isLogin(found: unknown): found is Login {
  if (typeof found !== 'object' || found === null) return false
  const { url, token } = found as Partial<Record<keyof Login, unknown>>
  return typeof url === 'string' && typeof token === 'string'
}

/** Replaces what was remembered; null forgets it. */
export function writeLogin(login: Login | null): void {
  const file = loginFile()
  if (login === null) return rmSync(file, { force: true })
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  // Written beside it first: another command may read it meanwhile, and one that is stopped here leaves the old one.
  const whole = `${file}.${process.pid}`
  try {
    writeFileSync(whole, `${JSON.stringify(login)}\n`, { mode: 0o600 })
    renameSync(whole, file)
  } finally {
    rmSync(whole, { force: true })
  }
}
