#!/usr/bin/env node
// Starts the command with a Node that runs it: this one when it is new enough, else the one that npm installed beside the package.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import module from 'node:module'
import { fileURLToPath } from 'node:url'

const needed = 26
const below = (path) => new URL(path, import.meta.url)

if (Number.parseInt(process.versions.node, 10) >= needed) {
  // The folder of `compiled-code.ts`. Set before the first TypeScript is loaded, for which Node would start its compiler.
  module.enableCompileCache(fileURLToPath(below('../node_modules/.cache/assay-compiled')))
  // The packed command is bundled: Node runs no TypeScript of installed packages.
  const [source, bundle] = ['../cli/assay.ts', '../dist/assay.js'].map(below)
  await import((existsSync(source) ? source : bundle).href)
} else {
  const own = installedNode()
  if (own) {
    const { status } = spawnSync(own, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], {
      stdio: 'inherit',
    })
    process.exitCode = status ?? 2
  } else {
    process.stderr.write(`assay needs Node ${needed} or newer; this is ${process.versions.node}.\n`)
    process.exitCode = 2
  }
}

function installedNode() {
  try {
    const require = module.createRequire(import.meta.url)
    return require.resolve(`node-${process.platform}-${process.arch}/bin/node`)
  } catch {
    return null
  }
}
