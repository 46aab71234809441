import assert from 'node:assert/strict'
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import type { HeldFile } from './held-files.ts'
import { firstInvalidLine } from './invalid-text.ts'

/** The bytes that are read of a file at once. */
const chunk = 256 * 1024

describe('the first line that is not UTF-8', () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-invalid-'))
  after(() => rmSync(folder, { recursive: true }))

  let made = 0
  const held = (bytes: Buffer, is_gzip = false): HeldFile => {
    const path = join(folder, `file-${(made += 1)}`)
    writeFileSync(path, is_gzip ? gzipSync(bytes) : bytes)
    return { name: 'file', path, format: 'separated', is_gzip, descriptor: openSync(path, 'r') } as HeldFile
  }
  const lineIn = async (...parts: (string | number[])[]): Promise<(number | null)[]> => {
    const bytes = Buffer.concat(parts.map((part) => Buffer.from(part as string)))
    const lines: (number | null)[] = []
    for (const file of [held(bytes), held(bytes, true)]) {
      lines.push(await firstInvalidLine(file))
      closeSync(file.descriptor)
    }
    return lines
  }

  test('is found behind characters that are cut between two chunks', async () => {
    for (const character of ['é', '€', '🙂'])
      for (let before = 0; before < 4; before += 1) {
        const start = 'x'.repeat(chunk - before)
        assert.deepEqual(await lineIn(start, character, '\nend'), [null, null], `${character} at -${before}`)
        assert.deepEqual(await lineIn(start, character, '\nb\n', [0xff], '\nc'), [3, 3])
      }
  })

  test('is the last one where a character is never finished, and the first where one never begins', async () => {
    assert.deepEqual(await lineIn('a\nb', [0xf0, 0x9f]), [2, 2])
    assert.deepEqual(await lineIn([0xbf], 'a\nb'), [1, 1])
    assert.deepEqual(await lineIn(''), [null, null])
  })

  test('is looked for in lines of any length without holding them', async () => {
    // A text of one line was held as a whole, and copied anew with every chunk of it.
    assert.deepEqual(await lineIn('long line\r'.repeat(2_000_000)), [null, null])
  })

  test('is not waited for in a file that can no longer be read', async () => {
    const file = held(Buffer.from('a\n'), true)
    closeSync(file.descriptor)
    await assert.rejects(firstInvalidLine(file), { code: 'EBADF' })
  })
})
