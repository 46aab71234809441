import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { RunFailure } from '../../kernel/errors.ts'
import type { Lasting } from '../shared/renewed.ts'
import { variableOf, type Machine } from '../shared/machine.ts'
import type { AwsKeys } from './credentials.ts'

/** Keys of a file have no end; after so long, and the time that credentials are had before their end, the file is read again. */
const lasts_ms = 6 * 60_000

/** The keys of a profile of the shared credentials file of this machine. Throws RunFailure when it has none. */
export async function profileKeys(machine: Machine, profile: string): Promise<Lasting<AwsKeys>> {
  const file =
    variableOf(machine, 'AWS_SHARED_CREDENTIALS_FILE') ??
    join(variableOf(machine, 'HOME') ?? '/', '.aws', 'credentials')
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new RunFailure('The shared credentials file of this machine cannot be read.', { cause })
  })
  const found = profileIn(text, profile)
  if (!found) throw new RunFailure(`The shared credentials file has no profile "${profile}".`)
  const access_key = found.get('aws_access_key_id')
  const secret_key = found.get('aws_secret_access_key')
  if (!access_key || !secret_key)
    throw new RunFailure(
      `The profile "${profile}" has no aws_access_key_id and aws_secret_access_key; its roles, sign-ons and commands are not followed.`,
    )
  return {
    value: { access_key, secret_key, session_token: found.get('aws_session_token') || null },
    lasts_ms,
  }
}

/** The values of one profile, or null. Lines that are nested below another are those of other tools. */
function profileIn(text: string, profile: string): Map<string, string> | null {
  let found: Map<string, string> | null = null
  let isInside = false
  for (const line of text.split(/\r?\n/)) {
    const [, name] = /^\[\s*([^\]]+?)\s*\]\s*(?:[#;].*)?$/.exec(line) ?? []
    const [, member, value] = /^([\w-]+)\s*=\s*(.*?)(?:\s+[#;].*)?\s*$/.exec(line) ?? []
    if (name !== undefined) {
      isInside = name === profile
      if (isInside) found ??= new Map()
    } else if (isInside && member !== undefined && value !== undefined) {
      found?.set(member.toLowerCase(), value)
    }
  }
  return found
}
