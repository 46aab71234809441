import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { constants, brotliCompressSync, gzipSync } from 'node:zlib'
import { join } from 'node:path'

/** Puts a `.gz` and a `.br` beside each file of the folder that becomes smaller by it. */
export function compressFiles(folder: string): void {
  for (const name of globSync('**/*.{js,css,html,svg}', { cwd: folder })) {
    const file = join(folder, name)
    const content = readFileSync(file)
    if (content.length < 1024) continue
    writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }))
    // 9 of 11: the last two steps take five times as long and save two in a hundred.
    const params = { [constants.BROTLI_PARAM_QUALITY]: 9 }
    writeFileSync(`${file}.br`, brotliCompressSync(content, { params }))
  }
}
