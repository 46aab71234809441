import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The blocks of a page of the guide in a language, in order. */
export function blocksOf(page: string, language: 'sh' | 'sql' | 'properties'): string[] {
  const text = readFileSync(join(import.meta.dirname, '../../docs/guide', page), 'utf8')
  return [...text.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, 'gms'))].map(
    ([, block = '']) => block,
  )
}
