import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { median } from './measure.ts'
import type { SodaSetup } from './peer-setups.ts'
import { endedProcessorTime } from './processes.ts'

/** So many contracts are verified; each is a start of the program. */
const contractsVerified = 3
/** What it ends with where a check of the contract fails, as it does on the first tables. */
const checksFailed = 1

/**
 * Milliseconds of processor time for one contract by Soda's own command, which takes one at a time, with the source; the median. `python` is
 * that of its packages.
 */
export async function timeOfSodaCommand(
  python: string,
  { data_source, contracts }: SodaSetup,
  { folder, sourceTime }: { folder: string; sourceTime(): number },
): Promise<number> {
  const files = join(folder, 'soda-command')
  mkdirSync(files)
  writeFileSync(join(files, 'source.yml'), JSON.stringify(data_source))
  const times: number[] = []
  for (const contract of contracts.slice(0, contractsVerified)) {
    writeFileSync(join(files, 'contract.yml'), JSON.stringify(contract))
    const before = endedProcessorTime() + sourceTime()
    const given = ['contract', 'verify', '-ds', 'source.yml', '-c', 'contract.yml']
    const command = spawn(join(dirname(python), 'soda'), given, {
      cwd: files,
      env: { ...process.env, SODA_TELEMETRY_ENABLED: 'false' },
      stdio: 'ignore',
    })
    const [code] = await once(command, 'exit')
    assert.equal(code, checksFailed, 'Soda finds the row that fails')
    times.push(endedProcessorTime() + sourceTime() - before)
  }
  return median(times)
}
