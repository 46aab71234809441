// Writes dist/, JavaScript and types, because Node runs no TypeScript that lies in node_modules.
import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const here = import.meta.dirname
rmSync(`${here}/dist`, { recursive: true, force: true })
const compiler = fileURLToPath(new URL('../node_modules/.bin/tsc', import.meta.url))
const { status } = spawnSync(compiler, ['--project', `${here}/tsconfig.json`], { stdio: 'inherit' })
process.exitCode = status ?? 1
