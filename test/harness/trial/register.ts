import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'

/** The list that `npm run generate` writes of the files `src/operations/*.operation.ts`. */
const index = new URL('../../../src/operations/index.generated.ts', import.meta.url).href
const trial = new URL('trial.operation.ts', import.meta.url).href

// As if the file of the trial lay beside the others when the list was written; nothing else is touched. Import this before
// anything of src/operations, or start the service with `--import`.
registerHooks({
  load(url, context, next) {
    if (url !== index) return next(url, context)
    const text = readFileSync(fileURLToPath(url), 'utf8')
    const source = `import trial from '${trial}'\n${text.replace('\n] as const', '\n  trial,\n] as const')}`
    return { format: 'module-typescript', source, shortCircuit: true }
  },
})
