// Looks for code that nothing uses. The generators of clients are a workspace whose packages `npm ci` installs with the others; in a
// checkout that has them not, all else is looked at.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const apart = 'test/clients'
const isInstalled = existsSync(`${apart}/node_modules`)
if (!isInstalled) console.log(`Without ${apart}, whose packages are not installed: npm ci installs them.`)
const { status } = spawnSync('knip', isInstalled ? [] : ['--workspace', `!${apart}`], { stdio: 'inherit' })
process.exit(status ?? 1)
